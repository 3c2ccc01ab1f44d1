// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessonsui.h"

#include "gui/lessons/lessonsheet.h"
#include "gui/lessons/presenter.h"
#include "gui/lessons/presenterfooter.h"
#include "gui/pages/startpage.h"
#include "gui/playground/playpage.h"
#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "io/files/inputfile.h"

#include <QAction>
#include <QCloseEvent>
#include <QComboBox>
#include <QCryptographicHash>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QMenu>
#include <QScreen>
#include <QSettings>
#include <QToolBar>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Interval at which the ring is moved to the current position of its target.
constexpr std::chrono::milliseconds ringInterval{120};

/// Maximum number of lessons in a folder, all of which are read when the window opens.
constexpr int maxLessons = 200;

QString progressKey(const QString &file)
{
    return "lessons/" + QFileInfo(file).baseName();
}

/// Text of a lesson file; empty if the file cannot be read.
std::string textOf(const QString &file)
{
    const auto text = io::readWholeFile(filePath(file), lessons::largestLesson);
    return text ? *text : std::string();
}

QByteArray versionOf(const std::string &text)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex();
}

/// Lessons in a folder, ordered by their number; those with errors come last.
QList<LessonEntry> lessonsIn(const QString &folder)
{
    QList<LessonEntry> entries;
    const QDir files(folder);
    for (const QString &name : files.entryList({"*.md"}, QDir::Files, QDir::Name)) {
        if (name == "README.md")
            continue;
        if (entries.size() == maxLessons) {
            const QString problem =
                LessonsUi::tr("not listed, nor are the lessons after it: a folder shows at most %1 lessons");
            entries.append({files.filePath(name), {}, {}, 0, 0, problem.arg(maxLessons)});
            break;
        }
        const std::string text = textOf(files.filePath(name));
        const lessons::ReadLesson read = lessons::readLesson(text);
        const lessons::Problem *mistake = read.mistake();
        QString problem;
        if (mistake)
            problem = LessonsUi::tr("line %1: %2").arg(mistake->line).arg(QString::fromStdString(mistake->text));
        entries.append({files.filePath(name), QString::fromStdString(read.lesson.title), versionOf(text),
                        read.lesson.number, read.lesson.minutes, problem, QString::fromStdString(read.lesson.learned)});
    }
    std::ranges::stable_sort(
        entries, {}, [](const LessonEntry &entry) { return std::pair(!entry.problem.isEmpty(), entry.number); });
    return entries;
}

/// True if lessons can show and hide this part of the playground (the dock in which Y is transformed) separately.
bool isPlayed(const std::string &part)
{
    return part == "table" || part == "matrices" || fieldNamed(part);
}

/// Object name of the dock for a word in the line “show:” of a lesson; empty if the word means no dock.
QString pageOfPart(const std::string &part)
{
    // Lessons have the words “seeds” and “scores” for parts of the dock “anchors”.
    if (part == "seeds" || part == "scores")
        return "anchors";
    return part == "bars" || isPlayed(part) ? "play" : QString();
}

/// Parts of the window that lessons use: the steps point to them, or the actions act on them.
std::set<std::string> targetsOf(const lessons::Lesson &lesson)
{
    std::set<std::string> names;
    for (const lessons::Step &step : lesson.steps) {
        names.insert({step.point, step.card});
        for (const lessons::Action &action : step.actions)
            names.insert(targetOf(action));
    }
    return names;
}

/// Size of the window with the notes, and their width beside the bar of the lesson, in pixels at sizeFactor() = 1.
constexpr QSize windowSize{460, 380};
constexpr int widthInBar = 300;

} // namespace

qsizetype freeScreen(const QRect &shown, const QList<QRect> &screens)
{
    const auto found = std::ranges::find_if(screens, [&](const QRect &each) { return !each.intersects(shown); });
    return found == screens.end() ? -1 : found - screens.begin();
}

TeacherNotes::TeacherNotes(LessonController &controller, Presenter &presenter, QBoxLayout &row, QWidget &window)
    : m_controller(controller), m_presenter(presenter), m_row(row), m_window(window)
{
    setObjectName("teacherNotes");
    setAttribute(Qt::WA_ShowWithoutActivating); // the window of the notes does not take the keyboard from the lesson
    m_row.addWidget(this);
    setWindowTitle(tr("Teacher's notes"));
    setAccessibleName(windowTitle());
    setOpenLinks(false);
    hide();
    connect(&controller, &LessonController::began, this, &TeacherNotes::follow);
    connect(&controller, &LessonController::stepped, this, &TeacherNotes::showStep);
    connect(&controller, &LessonController::ended, this, &TeacherNotes::follow);
    connect(&presenter, &Presenter::presentingChanged, this, &TeacherNotes::follow);
}

void TeacherNotes::setShown(bool shown)
{
    m_shown = shown;
    follow();
}

void TeacherNotes::closeEvent(QCloseEvent *event)
{
    QTextBrowser::closeEvent(event);
    m_shown = false;
    Q_EMIT closed();
}

void TeacherNotes::follow()
{
    showStep();
    const bool presenting = m_presenter.isPresenting();
    QList<QRect> places;
    for (const QScreen *screen : QGuiApplication::screens())
        places << screen->geometry();
    const qsizetype beside = freeScreen(m_window.screen()->geometry(), places);
    if (presenting && beside >= 0) {
        setParent(&m_window, Qt::Window);
        setMaximumWidth(QWIDGETSIZE_MAX);
        resize(windowSize * sizeFactor());
        move(QGuiApplication::screens()[beside]->availableGeometry().topLeft());
    } else {
        m_row.addWidget(this);
        setMaximumWidth(qRound(widthInBar * sizeFactor()));
    }
    setVisible(m_controller.isActive() && (presenting ? beside >= 0 : m_shown));
}

void TeacherNotes::showStep()
{
    if (m_controller.phase() != LessonController::Phase::step)
        return clear();
    const lessons::Step &step = m_controller.now();
    const std::vector<lessons::Step> &steps = m_controller.lesson().steps;
    QString html =
        QString("<h3>%1</h3>")
            .arg(tr("%1 of %2: %3").arg(m_controller.step() + 1).arg(steps.size()).arg(sheetText(step.heading)));
    html += QString("<p>%1</p>").arg(step.teacher.empty() ? tr("No note for this step.") : sheetText(step.teacher));
    if (step.question)
        html += questionOnSheet(*step.question, Sheet::teacher, m_controller.choiceOrder());
    if (!m_controller.isLast())
        html +=
            QString("<p>%1</p>")
                .arg(tr("Next: %1").arg(sheetText(steps[static_cast<std::size_t>(m_controller.step()) + 1].heading)));
    setHtml(html);
}

QString LessonEntry::line() const
{
    if (!problem.isEmpty())
        return shownText(QString("%1, %2").arg(QFileInfo(file).fileName(), problem));
    QString name = number > 0 ? QString("%1  %2").arg(number).arg(shownName(title)) : shownName(title);
    if (minutes > 0)
        name = LessonsUi::tr("%1 · %2 min").arg(name).arg(minutes);
    return isDone() ? name + "  ✓" : name;
}

bool LessonEntry::isDone() const
{
    return problem.isEmpty() && QSettings().value(progressKey(file)).toByteArray() == version;
}

LessonsUi::LessonsUi(AppModel &model, QMainWindow &window, const Widgets &widgets, const Hooks &hooks)
    : QObject(&window), m_widgets(widgets), m_facts(model, window),
      m_controller(m_facts, {hooks.confirm, filePath(QFileInfo(hooks.bundled("examples/data/globe.h5")).path())}),
      m_bar(new LessonBar(m_controller)), m_foot(new QToolBar(tr("Lesson"), &window)), m_ring(new TargetRing(&window)),
      m_pointer(new PointerAnimation(window))
{
    m_controller.setAnimator(m_pointer);
    m_foot->setObjectName("lesson");
    m_foot->setMovable(false);
    // The context menu that shows and hides tool bars does not list the lesson bar, because a lesson can be ended but
    // not hidden.
    m_foot->toggleViewAction()->setVisible(false);
    m_foot->setContextMenuPolicy(Qt::PreventContextMenu);
    auto *bars = new QWidget;
    m_row = new QHBoxLayout(bars);
    m_row->setContentsMargins({});
    m_row->addWidget(m_bar);
    m_foot->addWidget(bars);
    window.addToolBar(Qt::BottomToolBarArea, m_foot);
    m_foot->hide();
    m_clock.setInterval(ringInterval);
    connect(&m_clock, &QTimer::timeout, this, &LessonsUi::showTarget);
    connect(&m_controller, &LessonController::began, this, &LessonsUi::begin);
    connect(&m_controller, &LessonController::stepped, this, &LessonsUi::showStep);
    connect(&m_controller, &LessonController::ended, this, &LessonsUi::end);
    connect(&m_controller, &LessonController::failed, this, hooks.fail);
    connect(&m_controller, &LessonController::changed, this, [this] {
        if (m_before.isEmpty() && m_controller.phase() == LessonController::Phase::opening)
            m_viewBefore = m_facts.model().workspace.view();
    });
    const QString bundled = hooks.bundled("examples/lessons");
    m_bundled = bundled.isEmpty() ? QList<LessonEntry>() : lessonsIn(bundled);
    connectLessons();
    offerNotes();
    followPresenter();
}

LessonsUi::~LessonsUi()
{
    // If the window is closed during a lesson, the next start restores the layout from before the lesson.
    if (!m_before.isEmpty())
        QSettings().setValue("layout", m_before);
}

void LessonsUi::connectLessons()
{
    m_menu = new QMenu(tr("Lesson&s"), &m_widgets.help);
    m_widgets.help.insertMenu(m_widgets.help.actions().value(0), m_menu);
    connect(&m_widgets.start, &StartPage::lessonRequested, this,
            [this](int row) { m_controller.begin(m_entries[row].file); });
    setOwnFolder({});
}

/// Adds the menu entries for teachers: showing the teacher's notes, and printing.
void LessonsUi::offerNotes()
{
    QMenu *help = &m_widgets.help;
    auto *notes = new TeacherNotes(m_controller, m_widgets.presenter, *m_row, window());
    auto *shown = new QAction(tr("&Teacher's notes"), help);
    shown->setObjectName("actionTeacherNotes");
    shown->setStatusTip(tr("Show the teacher's notes for each step of a lesson"));
    shown->setCheckable(true);
    connect(shown, &QAction::toggled, notes, &TeacherNotes::setShown);
    connect(notes, &TeacherNotes::closed, shown, [shown] { shown->setChecked(false); });
    m_print = new QMenu(tr("Print &lesson"), help);
    m_print->setObjectName("menuPrintLesson");
    m_print->setEnabled(false);
    for (const auto &[sheet, text, tip] :
         {std::tuple(Sheet::student, tr("&Student's sheet…"), tr("Tasks and questions, with room for answers")),
          std::tuple(Sheet::teacher, tr("&Teacher's sheet…"), tr("The same with answers, reasons and notes"))}) {
        QAction *print = m_print->addAction(text);
        print->setStatusTip(tip);
        connect(print, &QAction::triggered, this, [this, kind = sheet] {
            // A copy of the lesson, because the lesson may end while the dialog is open.
            const lessons::Lesson lesson = m_controller.lesson();
            printLesson(lesson, QFileInfo(m_controller.file()).path(), kind, window());
        });
    }
    help->insertActions(help->actions().value(1), {shown, m_print->menuAction()});
}

/// Lists all lessons in the menu and on the start page. If the user starts a lesson with errors, an error is reported.
void LessonsUi::setOwnFolder(const QString &folder)
{
    m_menu->clear();
    m_actions.clear();
    m_entries = m_bundled;
    if (!folder.isEmpty())
        m_entries += lessonsIn(folder);
    for (const LessonEntry &entry : m_entries) {
        if (m_actions.size() == m_bundled.size() && !m_bundled.isEmpty())
            m_menu->addSeparator();
        QAction *action = m_menu->addAction(QString(), this, [this, entry] { m_controller.begin(entry.file); });
        action->setObjectName("actionLesson_" + QFileInfo(entry.file).baseName());
        action->setStatusTip(entry.problem.isEmpty() ? tr("Start the lesson %1").arg(shownName(entry.title))
                                                     : tr("This lesson has a mistake"));
        m_actions.append(action);
    }
    m_menu->setEnabled(!m_entries.isEmpty());
    showProgress();
}

void LessonsUi::showProgress()
{
    QStringList lines;
    std::vector<bool> done;
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        const QString line = m_entries[i].line();
        lines << QStringList{line, shownText(m_entries[i].learned)}.join('\n').trimmed();
        done.push_back(m_entries[i].isDone());
        m_actions[i]->setText(QString(line).replace('&', "&&"));
    }
    m_widgets.start.setLessons(lines, done);
}

/// Connects the keys of a clicker to the lesson: “forward” first demonstrates the step, then answers the question, then
/// goes to the next step. During a lesson, its bar replaces the footer of the presentation.
void LessonsUi::followPresenter()
{
    const Presenter &presenter = m_widgets.presenter;
    connect(&presenter, &Presenter::nextRequested, this, [this] {
        if (m_controller.phase() != LessonController::Phase::step || m_controller.isBusy())
            return;
        if (!m_controller.holds() && !m_controller.now().actions.empty())
            m_controller.demonstrate();
        else if (m_controller.now().question && m_controller.answer().isEmpty())
            m_controller.answerForClass();
        else if (!m_controller.isLast())
            m_controller.mayAdvance() ? m_controller.next() : m_controller.skip();
        else if (m_controller.mayAdvance())
            Q_EMIT finished(summary(), {}); // on the wall; the lesson itself ends after the presentation
    });
    connect(&presenter, &Presenter::backRequested, &m_controller, &LessonController::back);
    connect(&presenter, &Presenter::voted, &m_controller, &LessonController::vote);
    connect(&presenter, &Presenter::presentingChanged, m_bar, &LessonBar::setPresented);
    connect(&presenter, &Presenter::presentingChanged, this, &LessonsUi::showStep); // the target is at another place
}

void LessonsUi::begin()
{
    if (m_before.isEmpty())
        m_before = window().saveState();
    m_print->setEnabled(true);
    m_foot->show();
    // The start page, although hidden during the lesson, must not take space that the bar needs.
    m_widgets.start.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    showSteps(false); // hides the verdict strip and the rail (buttons for tasks)
    const bool withVerdict = std::ranges::count(m_controller.lesson().show, "verdict") > 0;
    m_widgets.steps.front()->setVisible(withVerdict && !m_widgets.presenter.isPresenting());
    showPages();
    m_clock.start();
}

void LessonsUi::showSteps(bool shown)
{
    for (QWidget *widget : m_widgets.steps)
        widget->setVisible(shown);
}

/// Shows only the docks that the lesson uses, so that the learner finds them easily.
void LessonsUi::showPages()
{
    const lessons::Lesson &lesson = m_controller.lesson();
    std::set<QString> pages;
    std::set<std::string> fields{"bars"}; // not empty, because an empty set shows all fields
    QString first;
    for (const std::string &part : lesson.show) {
        const QString page = pageOfPart(part);
        pages.insert(page);
        if (first.isEmpty())
            first = page;
        if (isPlayed(part))
            fields.insert(part);
    }
    for (const std::string &name : targetsOf(lesson)) {
        if (const Target target = findTarget(window(), name); target.dock)
            pages.insert(target.dock->objectName());
        if (isPlayed(name))
            fields.insert(name);
    }
    const bool all = lesson.show.empty() || std::ranges::count(lesson.show, "all") > 0;
    m_widgets.play.showOnly(all ? std::set<std::string>() : fields);
    QDockWidget *front = nullptr;
    for (QDockWidget *dock : window().findChildren<QDockWidget *>()) {
        dock->setVisible(all || pages.contains(dock->objectName()));
        if (!dock->isHidden() && (!front || dock->objectName() == first))
            front = dock;
    }
    if (front) {
        front->raise();
        // Sets the width of the docks later, when the hidden widgets have left the layout.
        QTimer::singleShot(0, front, [front, &window = window()] {
            constexpr double share = 0.36; // share of the window's width that the docks get; the panels get the rest
            window.resizeDocks({front}, {qRound(share * window.width())}, Qt::Horizontal);
        });
    }
}

void LessonsUi::showStep()
{
    if (m_controller.phase() != LessonController::Phase::step)
        return;
    if (QDockWidget *dock = findTarget(window(), m_controller.now().card).dock) {
        dock->show();
        dock->raise();
    }
    if (auto *rule = qobject_cast<QComboBox *>(widgetOn(window(), "anchors", "drawRule")))
        rule->setCurrentIndex(0); // resets the rule for drawing seeds, which an earlier step may have set
    const auto scroll = [this] { scrollToTarget(findTarget(window(), m_controller.target())); };
    scroll();
    showTarget();
    constexpr int untilLaidOut = 50; // milliseconds; a dock that was hidden gets its size in the event loop
    QTimer::singleShot(untilLaidOut, this, scroll);
}

void LessonsUi::showTarget()
{
    const bool inStep = m_controller.phase() == LessonController::Phase::step && !m_controller.target().empty();
    m_ring->placeAround(inStep ? findTarget(window(), m_controller.target()).rect : QRect());
}

/// Summary of a finished lesson: its goal, and each question with the learner's answer and the correct one.
QString LessonsUi::summary() const
{
    const lessons::Lesson &lesson = m_controller.lesson();
    QStringList lines{tr("You have finished the lesson “%1”.").arg(shownName(QString::fromStdString(lesson.title))) +
                      ' ' + shownText(QString::fromStdString(lesson.learned))};
    for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step) {
        const QString said = m_controller.answer(step);
        if (said.isEmpty())
            continue;
        const lessons::Question &question = *lesson.steps[static_cast<std::size_t>(step)].question;
        const std::optional<bool> right = m_controller.isCorrect(step);
        const QString mark = right ? *right ? "✓ " : "✗ " : "· ";
        const QString more = right == false ? tr(". Correct: %1").arg(correctAnswer(question)) : QString();
        lines << mark + QString::fromStdString(question.text) + ' ' + said + more;
    }
    return lines.join('\n');
}

void LessonsUi::end(bool finished)
{
    m_clock.stop();
    m_ring->placeAround({});
    m_print->setEnabled(false);
    m_widgets.play.showOnly({});
    if (m_before.isEmpty())
        return;
    window().restoreState(std::exchange(m_before, {}));
    showSteps(!m_widgets.presenter.isPresenting());
    m_foot->hide();
    if (finished) {
        QSettings().setValue(progressKey(m_controller.file()), versionOf(textOf(m_controller.file())));
        showProgress();
        const auto found = std::ranges::find(m_entries, m_controller.file(), &LessonEntry::file);
        Q_EMIT this->finished(summary(), m_entries.value(found - m_entries.begin() + 1));
    } else if (model().inLesson) { // the view of a finished lesson and that of other data are kept
        ViewState view = m_viewBefore.forOtherData();
        view.frame = model().workspace.view().frame; // suits the data, for example a map
        model().workspace.setView(view);
    }
}

} // namespace anchorscope::gui
