// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QRect>

#include <optional>
#include <vector>

class QAction;
class QKeyEvent;
class QMainWindow;
class QWidget;

namespace anchorscope::gui {

class PresenterFooter;
class PresenterOverlay;

/// Presentation mode: shows only panels, legend, a caption and two scores, in text that the last row can read, and
/// restores the window afterwards. Handles the keys of clickers, so that these do not start or clear anything.
class Presenter : public QObject
{
    Q_OBJECT

public:
    /// Minimum text height as a share of the window's height: readable at ten metres on an image two metres high
    /// (ANSI/INFOCOMM V202.01: distance / 200).
    static constexpr double minTextShare = 0.025;

    /// Creates the presenter. `footer`: shown below the panels while presenting. `setAside`: widgets to hide in
    /// addition to menu, tool and status bars and docks. All outlive the presenter.
    Presenter(QMainWindow &window, PresenterFooter &footer, std::vector<QWidget *> setAside);
    ~Presenter() override;

    bool isPresenting() const { return m_before.has_value(); }
    void setPresenting(bool on);
    void
    resizeText(double factor); ///< multiplies the text size within limits: minTextShare to twice this; 0: resets it
    PresenterOverlay *overlay() const { return m_overlay; }
    PresenterFooter &footer() const { return m_footer; }

Q_SIGNALS:
    void presentingChanged(bool on);
    void nextRequested();
    void voted(
        int choice); ///< reports that a number was pressed, for a show of hands ///< reports that Page Down was pressed
    void backRequested(); ///< reports that Page Up was pressed

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// State of the window before the presentation.
    struct Before
    {
        QByteArray docks;
        QRect place;
        Qt::WindowStates states;
        std::vector<QWidget *> shown; ///< widgets that the presentation has hidden
    };

    void begin();
    void end();
    void applySize();
    bool takes(const QKeyEvent &event) const;
    void act(const QKeyEvent &event);
    void showKeys();
    void showKey(const QKeyEvent &event);

    QMainWindow &m_window;
    PresenterFooter &m_footer;
    std::vector<QWidget *> m_setAside;
    PresenterOverlay *m_overlay;
    std::optional<Before> m_before;
    std::vector<QAction *> m_lent; ///< actions added to the window, because shortcuts of hidden menus do not work
    double m_textFactor = 1;       ///< text size relative to the minimum
};

} // namespace anchorscope::gui
