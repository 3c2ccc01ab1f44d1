// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <deque>
#include <optional>
#include <vector>

class QKeyEvent;
class QMainWindow;

namespace anchorscope::gui {

class PresenterFooter;

/// Overlay that a presentation paints over the window: laser dot or spotlight, black screen, frozen image, and the key
/// that was pressed. It does not receive mouse events.
class PresenterOverlay : public QWidget
{
    Q_OBJECT

public:
    enum class Pointer { None, Laser, Spotlight };

    explicit PresenterOverlay(QWidget &window);

    void nextPointer(); ///< switches to the next pointer: laser, spotlight, none
    void toggleBlack();
    /// Starts or stops showing a still image of the window, behind which the window can change.
    void toggleFrozen();
    void showKey(const QString &key, const QString &meaning);
    void clear();

    Pointer pointer() const { return m_pointer; }
    bool isBlack() const { return m_black; }
    bool isFrozen() const { return !m_frozen.isNull(); }
    QString keyShown() const { return m_key; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Spot
    {
        QPointF at;
        qint64 time = 0; ///< time in milliseconds at which the mouse was at this position
    };

    void follow(); ///< shows the overlay if it has something to paint, and turns mouse tracking on or off
    void moveTo(QPointF at);
    void paintLaser(QPainter &painter) const;
    void paintSpotlight(QPainter &painter) const;
    void paintKey(QPainter &painter) const;
    QRectF laserReach() const;

    QWidget &m_window;
    Pointer m_pointer = Pointer::None;
    bool m_black = false;
    QPixmap m_frozen;
    QString m_key;
    QTimer m_keyTimer, m_tailTimer;
    QElapsedTimer m_clock;
    std::deque<Spot> m_tail; ///< recent positions of the laser dot, painted as its tail; newest last
    QPointF m_at;
    double m_radius = 0.06; ///< radius of the spotlight as a share of the window's height
};

/// Presentation mode: shows only plots, and below them a caption with scores or the bar of a lesson. The text is
/// readable in the last row of a lecture room. Restores the window afterwards. Handles the keys of clickers, so that
/// they do not trigger other actions of the window.
class Presenter : public QObject
{
    Q_OBJECT

public:
    /// Minimum height of text as a share of the window's height: readable at a distance of 13 metres if the image is
    /// two metres high (ANSI/INFOCOMM V202.01: text height = distance / 200).
    static constexpr double minTextShare = 1.0 / 30;

    /// Creates the presenter. `footer`: shown below the panels during a presentation. `setAside`: widgets that are
    /// hidden in addition to the menu bar, tool bars, status bar and docks. All of these must outlive the presenter.
    Presenter(QMainWindow &window, PresenterFooter &footer, std::vector<QWidget *> setAside);
    ~Presenter() override;

    bool isPresenting() const { return m_before.has_value(); }
    void setPresenting(bool on);
    /// Multiplies the text size by a factor and limits it to one to two times the minimum. A factor of 0 sets the
    /// minimum.
    void resizeText(double factor);
    PresenterOverlay *overlay() const { return m_overlay; }
    PresenterFooter &footer() const { return m_footer; }

Q_SIGNALS:
    void presentingChanged(bool on);
    void nextRequested();   ///< reports that Page Down was pressed
    void backRequested();   ///< reports that Page Up was pressed
    void viewRequested();   ///< reports that F5 or Escape was pressed; a clicker's button sends them alternately
    void voted(int choice); ///< reports a pressed number, the number of a choice in a vote

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// State of the window before the presentation, for restoring it.
    struct Before
    {
        QByteArray docks;
        QRect place;
        Qt::WindowStates states;
        std::vector<QWidget *> shown; ///< widgets that were visible and that the presentation has hidden
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
    /// Actions that are added to the window during the presentation, because shortcuts of a hidden menu do not work.
    std::vector<QAction *> m_lent;
    double m_textFactor = 1; ///< factor by which text is larger than the minimum
};

} // namespace anchorscope::gui
