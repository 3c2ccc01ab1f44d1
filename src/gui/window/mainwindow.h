// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/loadeddata.h"

#include <QMainWindow>

#include <memory>

class QDockWidget;
class QStackedWidget;

namespace Ui {
class MainWindow;
}

namespace anchorscope::gui {

struct AppModel;
class MessageBar;
class OverlayPanel;
class PanelGrid;
class SessionQuestions;
class StepStrip;

/// The window: makes the widgets that show a model and connects them. Its parts are found by their type or object name:
/// the docks are "data", "anchors" …, the panels "absoluteX" …
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
    void openExample(const QString &file = QStringLiteral("words.h5"));

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void buildCentre();
    void buildDocks();
    QDockWidget *addDock(const QString &name, const QString &title, QWidget *page);
    void buildSteps();
    void connectFileActions();
    void connectMessages();
    void showAnswer(io::RunId run);
    void showLeft(io::RunId run);
    void updateTitle();
    void fillRecentMenu();
    void openPair(const DataChoice &choice, const OpenDatasets &more = {});
    void openSpaces(const QString &spaceX, const QString &spaceY);
    bool mayLeavePair();

    /// Whether there are data to show; before, there is the start page.
    bool showsPanels() const;
    void showPanels();

    AppModel &m_model;
    std::unique_ptr<Ui::MainWindow> m_ui;
    QStackedWidget *m_stack = nullptr; ///< the start page and the panels
    OverlayPanel *m_overlay = nullptr;
    PanelGrid *m_panels = nullptr;
    StepStrip *m_steps = nullptr;
    MessageBar *m_messages = nullptr;
    QByteArray m_docks; ///< as the program lays them out
    SessionQuestions *m_questions = nullptr;
};

} // namespace anchorscope::gui
