// SPDX-License-Identifier: GPL-3.0-or-later
// Hostile data sets in the window: it opens or rejects each within time and memory justified by the data, shows it and
// keeps working. ANCHORSCOPE_CASES sets their number (tests/faults/hostile.sh), ANCHORSCOPE_SEED their random seed.
#include "faults/hostiledata.h"
#include "gui/style/filename.h"
#include "support/windowtest.h"

#include <QDockWidget>
#include <QMessageBox>

#include <ctime>
#include <filesystem>
#include <malloc.h>

using namespace anchorscope;
using namespace anchorscope::gui;
using anchorscope::test::fromEnvironment;
using anchorscope::test::longest;
using anchorscope::test::memoryCounts;
using anchorscope::test::patience;

namespace {

/// The time that this program worked on all its threads; others do not count.
qint64 workedMilliseconds()
{
    return static_cast<qint64>(1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
}

/// "VmRSS:" or "VmHWM:" of this process, in bytes.
std::uint64_t memory(const std::string &field)
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (std::uint64_t kilobytes = 0; word == field && status >> kilobytes)
            return kilobytes * 1024;
    }
    return 0;
}

/// Measures time and memory of a case from its construction.
class Meter
{
public:
    Meter()
    {
        ::malloc_trim(0);
        std::ofstream("/proc/self/clear_refs") << 5; // resets the peak
        m_memory = memory("VmRSS:");
        m_time = workedMilliseconds();
    }

    /// Exceeded limit; empty: none.
    QString flaw(std::uint64_t decoded) const
    {
        constexpr std::uint64_t floor = std::uint64_t{100} << 20;
        const qint64 time = workedMilliseconds() - m_time;
        const std::uint64_t peak = memory("VmHWM:"), grown = peak - std::min(peak, m_memory);
        if (time > longest)
            return QString("took %1 ms").arg(time);
        if (memoryCounts && grown > 3 * decoded + floor)
            return QString("took %1 bytes for %2 of data").arg(grown).arg(decoded);
        return {};
    }

private:
    std::uint64_t m_memory = 0;
    qint64 m_time = 0;
};

} // namespace

class TestHostileWindow : public test::WindowTest
{
    Q_OBJECT

    void settle()
    {
        waitForJobs();
        QCoreApplication::processEvents();
        waitForJobs();
    }

    /// Opens the data, adds seeds, selects items, and shows two docks.
    void use(const test::HostileData &data, Random &random)
    {
        QStringList files;
        for (const std::string &file : data.files)
            files << pathText(file);
        const auto before = workspace().data();
        m_window->model.session.open(files);
        settle();
        const bool opened = workspace().data() != before;
        ++(opened ? m_opened : m_refused);
        QVERIFY2(opened || !m_window->messages().text().isEmpty(), "refused without a word");
        if (workspace().hasData() && workspace().prepared()) {
            const Index rows = std::min(workspace().data()->size(Side::x), workspace().data()->size(Side::y));
            workspace().change("Seeds", [rows](gui::Setup &setup) {
                setup.seeds = test::truePairs(static_cast<ItemIndex>(std::min<Index>(rows, 3)));
            });
            m_window->model.selection.select(Side::x, {0});
            m_window->model.selection.setFocus(Side::x, 0);
            settle();
        }
        const auto docks = m_window->findChildren<QDockWidget *>();
        for (int i = 0; i < 2; ++i)
            docks[static_cast<qsizetype>(random.below(docks.size()))]->raise();
        settle();
        QVERIFY(!m_window->grab().isNull());
        for (QMessageBox *box : m_window->findChildren<QMessageBox *>())
            box->close();
    }

    void measured(const test::HostileData &data, Random &random, const QString &name)
    {
        const Meter meter;
        use(data, random);
        const QString flaw = meter.flaw(data.decoded);
        QVERIFY2(!QTest::currentTestFailed() && flaw.isEmpty(), qPrintable(name + ": " + flaw));
    }

    int m_opened = 0, m_refused = 0;

private Q_SLOTS:
    void initTestCase() { prepare("tst_hostilewindow"); }

    void everyDataSetIsShownOrRefused()
    {
        const int cases = fromEnvironment("ANCHORSCOPE_CASES", 10), seed = fromEnvironment("ANCHORSCOPE_SEED", 1);
        Random random(static_cast<std::uint64_t>(seed));
        test::HostileMaker maker(m_folder.path().toStdString(), static_cast<std::uint64_t>(seed));
        showWindow();
        open(m_path); // excludes the cost of the first data, such as fonts
        for (int i = 0; i < cases && !QTest::currentTestFailed(); ++i) {
            const test::HostileData data = maker.make(i);
            measured(data, random, QString("case %1, %2").arg(i).arg(data.about.c_str()));
            for (const std::string &file : data.files)
                std::filesystem::remove(file);
        }
        qInfo("%d shown, %d refused", m_opened, m_refused);
        QVERIFY(m_opened > 0 && m_refused > 0); // otherwise nothing was tested
        open(m_path);                           // still works
        QCOMPARE(workspace().data()->size(Side::x), Index(400));
        m_window.reset();
    }

    void idsOfAMegabyte()
    {
        constexpr Index rows = 60;
        Dataset data = test::twoSpaces(rows);
        auto items = std::make_shared<ItemTable>(*data.items);
        for (std::string &id : items->ids)
            id += std::string(1000000, 'm');
        data.items = items;
        for (auto &space : data.spaces) {
            auto renamed = std::make_shared<EmbeddingSet>(*space);
            renamed->items = items;
            space = renamed;
        }
        const QString path = m_folder.filePath("huge.h5");
        QVERIFY(io::saveDataset(path.toStdString(), data).ok());
        showWindow();
        open(m_path);
        Random random(1);
        measured({{path.toStdString()}, "ids of a megabyte", rows * std::uint64_t{1000000}}, random, "huge ids");
        QCOMPARE(workspace().data()->size(Side::x), rows);
        m_window.reset();
    }
};

QTEST_MAIN(TestHostileWindow)
#include "tst_hostilewindow.moc"
