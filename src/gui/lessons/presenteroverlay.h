// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <deque>

namespace anchorscope::gui {

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

} // namespace anchorscope::gui
