// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/madefiles.h"
#include "support/transcript.h"

using namespace anchorscope;

/// Runs the commands of tests/data/transcripts in a folder with the files of MadeFiles, and compares all that they
/// write. With ANCHORSCOPE_STORE_SENTENCES set, stores it.
class TestTranscripts : public QObject
{
    Q_OBJECT

    const test::MadeFiles m_files;

    static QString fileOf(const QString &name) { return "tests/data/transcripts/" + name + ".txt"; }
    static QStringList contentOf(const QString &path);
    static QStringList damagesOf(const QString &path);
    QStringList linesOf(const QString &command) const;
    void addRows(const QString &name);
    void compare(const QString &name);

private Q_SLOTS:
    void initTestCase();
    void align_data() { addRows("align"); }
    void align() { compare("align"); }
    void evaluate_data() { addRows("evaluate"); }
    void evaluate() { compare("evaluate"); }
    void experiments_data() { addRows("experiments"); }
    void experiments() { compare("experiments"); }
    void translate_data() { addRows("translate"); }
    void translate() { compare("translate"); }
    void files_data() { addRows("files"); }
    void files() { compare("files"); }
    void formats_data() { addRows("formats"); }
    void formats() { compare("formats"); }
    void damaged_data() { addRows("damaged"); }
    void damaged() { compare("damaged"); }
    void sessions_data() { addRows("sessions"); }
    void sessions() { compare("sessions"); }
};

void TestTranscripts::initTestCase()
{
    QVERIFY(QFile::link(QDir::current().filePath("tests/data/formats"), m_files.path("formats")));
    QVERIFY(QFile::link(QDir::current().filePath("examples/data"), m_files.path("examples")));
}

/// Items and first vectors of a dataset or an array; the first lines of another file.
QStringList TestTranscripts::contentOf(const QString &path)
{
    if (path.endsWith(".npz") || path.endsWith(".ascope"))
        return {};
    if (!path.endsWith(".h5") && !path.endsWith(".npy")) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? test::outputLines(file.readAll()).mid(0, 40)
                                              : QStringList{"(unreadable)"};
    }
    const auto opened = io::openFile(path.toStdString(), {});
    if (!opened)
        return {QString::fromStdString(opened.error().text())};
    const ItemTable &items = *opened->dataset.items;
    QStringList lines;
    for (std::size_t i = 0; i < static_cast<std::size_t>(std::min<Index>(items.count, 5)); ++i)
        lines.append(QString("%1 %2")
                         .arg(QString::fromStdString(items.ids.empty() ? "-" : items.ids[i]))
                         .arg(items.labels.empty() ? -1 : items.labels[i]));
    for (const auto &space : opened->dataset.spaces) {
        lines.append(QString("%1 %2 × %3, mean %4")
                         .arg(QString::fromStdString(space->name))
                         .arg(space->vectors.rows())
                         .arg(space->vectors.cols())
                         .arg(test::shortNumber(static_cast<double>(space->vectors.mean()))));
        for (Index i = 0; i < std::min<Index>(space->vectors.rows(), 3); ++i) {
            QStringList row;
            for (Index j = 0; j < std::min<Index>(space->vectors.cols(), 12); ++j)
                row.append(test::shortNumber(static_cast<double>(space->vectors(i, j))));
            lines.append(row.join(' '));
        }
    }
    return lines;
}

/// Messages about copies of a file that are cut off or differ in one byte; a line lists the places with its message.
QStringList TestTranscripts::damagesOf(const QString &path)
{
    static const QRegularExpression varying( // also limits that depend on the memory
        QString(test::libraryMessage) + "|(?<=at most )\\d{9,}(?= bytes)");
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {"(unreadable)"};
    const QByteArray whole = file.readAll();
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QFileInfo(path).fileName());
    QMap<QString, QStringList> places;
    const auto open = [&](const QByteArray &bytes, const QString &place) {
        QFile damaged(copy);
        if (!damaged.open(QIODevice::WriteOnly) || damaged.write(bytes) != bytes.size())
            return;
        damaged.close();
        const auto opened = io::openFile(copy.toStdString(), {});
        QString text = opened ? QString("%1 items; ").arg(opened->dataset.items->count) + test::Said(opened->warnings)
                              : QString::fromStdString(opened.error().text());
        text.remove(folder.path() + '/').replace('\n', ' ').remove(varying);
        places[text].append(place);
    };
    const qsizetype head = std::min<qsizetype>(whole.size(), 384), tail = std::min<qsizetype>(whole.size(), 192);
    for (int i = 0; i < 32; ++i) {
        const qsizetype at = i < 24 ? i * head / 24 : whole.size() - 1 - (i - 24) * (tail - 1) / 8;
        QByteArray bytes = whole;
        bytes[at] = static_cast<char>(i % 3 == 0 ? bytes[at] ^ 0xff : bytes[at] + (i % 3 == 1 ? 1 : -1));
        open(bytes, QString::number(at));
    }
    for (int i = 0; i < 8; ++i)
        open(whole.left(i * whole.size() / 8), "-" + QString::number(i * whole.size() / 8));
    QStringList lines;
    for (auto each = places.begin(); each != places.end(); ++each)
        lines.append(each.value().join(' ') + ": " + each.key());
    return lines;
}

/// Lines of the standard output and error, the exit code unless it is 0, and the content of new files.
QStringList TestTranscripts::linesOf(const QString &command) const
{
    QDir folder(m_files.path("."));
    if (command.startsWith("damage "))
        return damagesOf(folder.filePath(command.mid(7)));
    const QStringList before = folder.entryList(QDir::Files);
    const test::CliRun run = test::runUnchecked(QProcess::splitCommand(command), folder.path());
    QStringList lines = test::outputLines(run.output);
    for (const QString &line : test::outputLines(run.errors))
        lines.append("! " + line);
    if (run.exitCode != 0)
        lines.append("exit code " + QString::number(run.exitCode));
    for (const QString &name : folder.entryList(QDir::Files)) {
        if (!before.contains(name))
            lines += QStringList{"> " + name} + contentOf(folder.filePath(name));
    }
    return lines;
}

void TestTranscripts::addRows(const QString &name)
{
    QTest::addColumn<test::TranscriptEntry>("entry");
    const std::vector<test::TranscriptEntry> entries = test::readTranscript(fileOf(name));
    QVERIFY(!entries.empty());
    for (const test::TranscriptEntry &each : entries)
        QTest::addRow("%s", qPrintable(each.command)) << each;
}

void TestTranscripts::compare(const QString &name)
{
    QFETCH(test::TranscriptEntry, entry);
    const QString difference = test::differenceFrom(entry.lines, fileOf(name), {entry.command, linesOf(entry.command)});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

QTEST_GUILESS_MAIN(TestTranscripts)
#include "tst_transcripts.moc"
