// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/loadeddata.h"
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
class Docks;
class LessonsUi;
class MessageBar;
class OverlayPanel;
class PanelGrid;
class PlayPage;
class Presenter;
class SessionQuestions;
class StartPage;
class VerdictStrip;

/// The window: makes the widgets that show a model and connects them. Its docks have the names of lessons/places.h, its
/// panels are "absoluteX" …
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// The model lives longer than the window.
    explicit MainWindow(AppModel &model, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// As the user opens files: data are shown before they are opened.
    void importFiles(const QStringList &paths);
    void offerRecovery(const QStringList &files = {});
    void openDock(const QString &name); ///< as lessons/places.h calls it
    LessonsUi &lessons() const { return *m_lessons; }
    MessageBar &messages() const { return *m_messages; }
    void openExample(const QString &file = QStringLiteral("words.h5"));

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void buildCentre();
    void buildDocks();
    void addStudyDocks();
    void buildStrip();
    void connectFileActions();
    void connectMessages();
    void connectPlay();
    void connectSizes();
    void connectPictures();
    void showPicture();
    void presentOnePicture(bool presenting);
    void showTools();
    void showResult();
    void offerNextLesson(const QString &title, const LessonEntry &next); ///< from a lesson to the one after it
    void takeStep(NextStep step);
    void updateTitle();
    void fillRecentMenu();
    void openPair(const DataChoice &choice, const OpenDatasets &more = {});
    void openSpaces(const QString &spaceX, const QString &spaceY);
    bool mayLeavePair();

    /// Whether there are data to show; before, there is the start page.
    bool showsPanels() const;
    void showPanels();
    void notePicture();
    void showStartPage(); ///< what is open stays open behind it
    void setUpDocks();

    AppModel &m_model;
    std::unique_ptr<Ui::MainWindow> m_ui;
    QStackedWidget *m_stack = nullptr; ///< the start page and the panels
    StartPage *m_start = nullptr;
    QFrame *m_dropFrame = nullptr; ///< while files are dragged over the window
    OverlayPanel *m_overlay = nullptr;
    PanelGrid *m_panels = nullptr;
    VerdictStrip *m_strip = nullptr;
    MessageBar *m_messages = nullptr;
    QList<QAction *> m_toolsOfPanels, m_toolsOfOverlay; ///< in the tool bar
    Docks *m_docks = nullptr;
    AnchorsPage *m_anchors = nullptr;
    PlayPage *m_play = nullptr;
    Presenter *m_presenter = nullptr;
    QAction *m_picture = nullptr; ///< that was shown before a presentation; null: it stays
    LessonsUi *m_lessons = nullptr;
    QByteArray m_layout;                    ///< of the docks, as the program lays them out
    QByteArray m_behind;                    ///< the same while the start page is shown
    io::RunId m_answered = io::RunId::none; ///< that ended last
    io::RunId m_shown = io::RunId::none;    ///< whose result was brought to the front
    SessionQuestions *m_questions = nullptr;
};

} // namespace anchorscope::gui
