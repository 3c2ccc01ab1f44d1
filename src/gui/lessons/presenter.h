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

/// The window for a class: panels, legend, a caption and two scores, in letters that the last row can read; all else
/// is away until it ends, and then is as before. Takes the keys of clickers, so that they start and clear nothing.
class Presenter : public QObject
{
    Q_OBJECT

public:
    /// Letters of at least this share of the window's height are read at ten metres on a picture two metres high
    /// (ANSI/INFOCOMM V202.01: distance over 200 heights).
    static constexpr double minTextShare = 0.025;

    /// foot: shown below the panels while presenting. setAside: what is away meanwhile, beside menu, tool and status
    /// bars and docks. All live as long as the window.
    Presenter(QMainWindow &window, PresenterFooter &footer, std::vector<QWidget *> setAside);
    ~Presenter() override;

    bool isPresenting() const { return m_before.has_value(); }
    void setPresenting(bool on);
    void resizeText(double factor); ///< larger or smaller, never below minTextShare; 0: these
    PresenterOverlay *overlay() const { return m_overlay; }
    PresenterFooter &footer() const { return m_footer; }

Q_SIGNALS:
    void presentingChanged(bool on);
    void nextRequested(); ///< Page Down
    void backRequested(); ///< Page Up

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// How the window was.
    struct Before
    {
        QByteArray docks;
        QRect place;
        Qt::WindowStates states;
        std::vector<QWidget *> shown; ///< what is set aside now
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
    std::vector<QAction *> m_lent; ///< actions of the menus, whose keys hidden menus would not hear
    double m_textFactor = 1;       ///< times the least
};

} // namespace anchorscope::gui
