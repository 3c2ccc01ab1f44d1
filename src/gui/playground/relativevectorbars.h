// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/playground/relativevector.h"

#include <QWidget>

namespace anchorscope::gui {

/// Bars of a relative vector in the order of the anchors: X above, Y below.
class RelativeVectorBars : public QWidget
{
    Q_OBJECT

public:
    /// Creates the view. `vector` outlives it.
    explicit RelativeVectorBars(const RelativeVector &vector);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void follow();
    int rowHeight() const;
    void paintRow(QPainter &painter, const RelativeVector::Bar &bar, int top) const;

    const RelativeVector &m_vector;
};

} // namespace anchorscope::gui
