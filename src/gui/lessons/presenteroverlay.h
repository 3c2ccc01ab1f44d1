// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <deque>

namespace anchorscope::gui {

/// What a presenter lays over the window: a laser dot or a spotlight, a black screen, a frozen picture, the key that
/// was pressed. Lets the mouse through.
class PresenterOverlay : public QWidget
{
    Q_OBJECT

public:
    enum class Pointer { None, Laser, Spotlight };

    explicit PresenterOverlay(QWidget &window);

    void nextPointer(); ///< laser, spotlight, none
    void toggleBlack();
    void toggleFrozen(); ///< the picture of this moment stays while the window behind it changes
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
        qint64 time = 0; ///< milliseconds
    };

    void follow(); ///< whether there is anything to show, and the mouse to be heard
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
    std::deque<Spot> m_tail; ///< the newest last
    QPointF m_at;
    double m_radius = 0.06; ///< of the spotlight, of the window's height
};

} // namespace anchorscope::gui
