// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/loadeddata.h"
#include "gui/window/sessionquestions.h"
#include "io/session/session.h"

#include <QMainWindow>

#include <memory>

class QFrame;
class QStackedWidget;

namespace Ui {
class MainWindow;
}

namespace anchorscope::gui {

struct AppModel;
enum class NextStep;
struct LessonEntry;
class AnchorsPage;
class Demonstration;
class Docks;
class LessonsUi;
class MessageBar;
class OverlayPanel;
class PanelGrid;
class PlayPage;
class Presenter;
class StartPage;
class VerdictStrip;

/// Main window: creates the widgets for AppModel. Docks have the names in lessons/places.h; panels are called
/// "absoluteX", "absoluteY", "relativeX" and "relativeY".
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// `model` must outlive the window.
    explicit MainWindow(AppModel &model, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens files as if the user chose them: files with data are first shown in the import dialog.
    void importFiles(const QStringList &paths) { m_questions->openFiles(paths); }
    void continueWork(const QStringList &files);
    /// Offers work that a crash left behind; then opens the files or, if `continues`, continues the work on them.
    void offerRecovery(const QStringList &files = {}, bool continues = false)
    {
        m_questions->offerRecovery(files, continues);
    }
    void openDock(const QString &name); ///< opens a dock; `name`: one of lessons/places.h
    LessonsUi &lessons() const { return *m_lessons; }
    MessageBar &messages() const { return *m_messages; }
    /// Opens a bundled file. `demonstrates`: true if the file is for the demonstration “What survives?”.
    void openExample(const QString &file = QStringLiteral("words.h5"), bool demonstrates = false);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void buildCentre();
    void buildDocks();
    void addScoreDocks();
    void addStudyDocks();
    void buildStrip();
    void connectFileActions();
    void connectMessages();
    void connectPlay();
    void connectSizes();
    void connectViews();
    void showChosenView();
    void showTools();
    void showResult();
    /// Offers the lesson `next` after the lesson with the title `done`.
    void offerNextLesson(const QString &done, const LessonEntry &next);
    void takeStep(NextStep step);
    void updateTitle();
    void fillRecentMenu();
    void openPair(const DataChoice &choice, const OpenDatasets &more = {});
    void openSpaces(const QString &spaceX, const QString &spaceY);
    bool mayLeavePair();

    bool showsPanels() const; ///< true if the start page is not visible
    void showPanels();
    void showStartPage(); ///< shows the start page without closing the data
    void setUpDocks();

    AppModel &m_model;
    std::unique_ptr<Ui::MainWindow> m_ui;
    QStackedWidget *m_stack = nullptr; ///< stack of start page, panels and overlay
    StartPage *m_start = nullptr;
    QFrame *m_dropFrame = nullptr; ///< frame that is visible while the user drags files over the window
    OverlayPanel *m_overlay = nullptr;
    PanelGrid *m_panels = nullptr;
    VerdictStrip *m_strip = nullptr;
    MessageBar *m_messages = nullptr;
    QList<QAction *> m_toolsOfPanels, m_toolsOfOverlay;
    Docks *m_docks = nullptr;
    AnchorsPage *m_anchors = nullptr;
    PlayPage *m_play = nullptr;
    Demonstration *m_demonstration = nullptr;
    Presenter *m_presenter = nullptr;
    LessonsUi *m_lessons = nullptr;
    QByteArray m_layout;                    ///< default layout of the docks
    QByteArray m_behind;                    ///< layout of the docks before the start page was shown
    io::RunId m_answered = io::RunId::none; ///< run that ended last
    io::RunId m_shown = io::RunId::none;    ///< run whose mistakes were last shown without a request
    SessionQuestions *m_questions = nullptr;
};

} // namespace anchorscope::gui
