// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>
#include <QSizeF>

#include <memory>

class QPainter;

namespace anchorscope::gui {

/// Hands all that is drawn on it on to a painter, letters as shapes: a file made so needs no font.
class OutlineDevice : public QPaintDevice
{
public:
    /// size: of what is drawn, in pixels of 1/96 inch.
    OutlineDevice(QPainter &target, const QSizeF &size);
    ~OutlineDevice() override;

    QPaintEngine *paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;

    std::unique_ptr<Engine> m_engine;
    QSize m_size;
};

} // namespace anchorscope::gui
