// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/screenshot.h"

#include "core/random.h"
#include "gui/display/scoretables.h"
#include "gui/experiments/experiments.h"
#include "gui/models/resulttablemodel.h"
#include "gui/state/selection.h"
#include "gui/style/filename.h"
#include "gui/window/messagebar.h"
#include "io/files/atomicfile.h"
#include "io/text/visibletext.h"

#include <QApplication>
#include <QBuffer>
#include <QDockWidget>
#include <QPixmap>

#include <cstdio>

namespace anchorscope::app {

namespace {

constexpr QSize screenshotSize{1720, 1020};
/// Duration of the panels' animation to a new projection.
constexpr std::chrono::milliseconds animation{600};
/// If no job starts within this time after the last one has ended, the program exits.
constexpr std::chrono::milliseconds longestPause{5000};
constexpr int unusableInput = 2;

} // namespace

Screenshot::Screenshot(gui::AppModel &model, gui::MainWindow &window, QString path, int seeds, QString dock)
    : m_model(model), m_window(window), m_path(std::move(path)), m_seeds(seeds), m_dock(std::move(dock))
{
}

void Screenshot::start(const QStringList &files)
{
    m_window.resize(screenshotSize);
    m_window.show();
    connectFailures();
    connect(&m_model.optimizer, &gui::OptimizeController::ended, this, [this](const QString &sentence) {
        std::fprintf(stderr, "%s\n", qPrintable(sentence));
        if (m_model.workspace.runs().empty())
            fail(sentence);
    });
    m_idle.setSingleShot(true);
    m_idle.setInterval(longestPause);
    connect(&m_idle, &QTimer::timeout, this, &Screenshot::endWhenIdle);
    connect(&m_model.runner, &Runner::ended, this, [this] { QTimer::singleShot(0, this, &Screenshot::advance); });
    if (files.isEmpty())
        m_window.openExample();
    else
        m_model.session.open(files);
    if (m_model.runner.jobs().isEmpty())
        fail("The bundled example was not found.");
}

void Screenshot::connectFailures()
{
    connect(&m_model.session, &gui::SessionController::failed, this,
            [this](const QString &sentence) { fail(sentence, m_step == Step::Opening ? unusableInput : 1); });
    connect(&m_model.session, &gui::SessionController::secondFileNeeded, this, [this](const QString &path) {
        fail(QString("Expected two spaces, found one in %1. Also name the file of the other one.").arg(path),
             unusableInput);
    });
    connect(&m_model.session, &gui::SessionController::inputMoved, this, [this](const QString &path) {
        fail(QString("The session uses %1, which is no longer there.").arg(path), unusableInput);
    });
    connect(&m_model.session, &gui::SessionController::inputsChanged, this, [this](const QStringList &paths) {
        fail(QString("%1 changed after the session was saved.").arg(paths.join(", ")), unusableInput);
    });
    connect(&m_model.scores, &gui::ScoreController::failed, this, [this](const QString &sentence) { fail(sentence); });
    connect(&m_model.projections, &gui::ProjectionController::failed, this,
            [this](const QString &sentence) { fail(sentence); });
}

void Screenshot::endWhenIdle()
{
    if (m_step > Step::Optimising || !m_model.runner.jobs().isEmpty())
        return;
    QString reason = m_model.scores.retrievalObstacle();
    if (m_model.workspace.runs().empty())
        reason = m_model.optimizer.obstacle();
    fail(reason.isEmpty() ? QString("Nothing is left to do, and there are no scores.") : reason, unusableInput);
}

void Screenshot::advance()
{
    if (!m_model.runner.jobs().isEmpty())
        return;
    m_idle.start();
    const gui::Workspace &workspace = m_model.workspace;
    if (m_step == Step::Opening && workspace.prepared()) {
        m_step = Step::Optimising;
        if (workspace.setup().seeds.empty() && workspace.runs().empty())
            drawSeeds();
        if (!workspace.data()->hasTruth()) {
            fail("No pairs are known: nothing can be scored.", unusableInput);
            return;
        }
        if (workspace.runs().empty())
            m_model.optimizer.start();
        else if (workspace.retrieval().empty())
            m_model.scores.measureRetrieval();
    }
    if (m_step == Step::Optimising && !workspace.retrieval().empty()) {
        m_step = Step::Drawing;
        if (!workspace.setup().seeds.empty())
            m_model.selection.setFocus(Side::x, workspace.setup().seeds.front().x);
        m_window.messages().hide();
        if (m_dock == "all")
            measureAll();
        else
            m_shots = {{m_dock, m_path, std::nullopt}};
        takeNext();
    }
}

void Screenshot::measureAll()
{
    m_model.health.measure();
    m_model.experiments.start(experiments().front(), 2);
    m_model.translation.study();
    const QString stem = m_path.endsWith(".png") ? m_path.chopped(4) : m_path;
    for (const auto &[theme, name] : {std::pair{gui::ThemeChoice::Dark, "dark"}, {gui::ThemeChoice::Light, "light"}}) {
        for (const QDockWidget *dock : m_window.findChildren<QDockWidget *>())
            m_shots.push_back({dock->objectName(), QString("%1-%2-%3.png").arg(stem, dock->objectName(), name), theme});
    }
}

void Screenshot::takeNext()
{
    const Shot &shot = m_shots.back();
    if (shot.theme)
        gui::applyTheme(*qApp, *shot.theme);
    m_window.openDock(shot.dock);
    std::vector<ItemIndex> selected;
    if (m_dock == "all" && shot.dock == "selection") {
        for (const SeedPair &seed : m_model.workspace.setup().seeds)
            selected.push_back(seed.x);
    }
    m_model.selection.select(Side::x, selected);
    QTimer::singleShot(animation, this, &Screenshot::grab);
}

void Screenshot::grab()
{
    if (!m_model.runner.jobs().isEmpty()) {
        QTimer::singleShot(animation, this, &Screenshot::grab);
        return;
    }
    const Shot shot = m_shots.back();
    m_shots.pop_back();
    QBuffer png;
    const bool drawn = png.open(QIODevice::WriteOnly) && m_window.grab().save(&png, "PNG");
    const Status saved =
        drawn ? io::writeAtomically(gui::filePath(shot.path),
                                    {png.data().constData(), static_cast<std::size_t>(png.data().size())})
              : Status(Error(ErrorCode::cannotSave, "the screenshot could not be taken"));
    const bool written = saved.ok();
    if (!written)
        std::fprintf(stderr, "%s\n", saved.error().text().c_str());
    if (written && !m_shots.empty())
        takeNext();
    else
        finish(written);
}

void Screenshot::drawSeeds()
{
    gui::Workspace &workspace = m_model.workspace;
    const Correspondence &pairing = workspace.data()->pair.pairing;
    Random random(workspace.setup().options.seed);
    std::vector<ItemIndex> paired = pairing.pairedItemsOfX();
    const auto count = std::min<Index>(m_seeds, static_cast<Index>(paired.size()));
    const std::vector<ItemIndex> drawn = random.sample(std::move(paired), count);
    workspace.change(tr("Draw seeds"), [&](gui::Setup &setup) {
        for (const ItemIndex item : drawn)
            setup.seeds.push_back({.x = item, .y = pairing.partnerOfX(item)});
        setup.anchorCount = std::max(setup.anchorCount, count);
    });
}

void Screenshot::finish(bool written)
{
    const gui::ResultTableModel model(gui::retrievalTable(m_model.workspace));
    std::printf("%s\n%s", qPrintable(m_model.workspace.pair().text(m_model.workspace.retrieval().provenance)),
                qPrintable(model.asText(gui::TableModel::Format::Columns)));
    m_step = Step::Done;
    QApplication::exit(written ? 0 : 1);
}

void Screenshot::fail(const QString &sentence, int code)
{
    if (m_step == Step::Done)
        return;
    m_step = Step::Done;
    const std::string shown = io::visibleText(sentence.toStdString(), io::LineBreaks::show);
    std::fprintf(stderr, "%s\n", shown.c_str());
    // Exits later, because the event loop may not be running yet.
    QTimer::singleShot(0, qApp, [code] { QApplication::exit(code); });
}

} // namespace anchorscope::app
