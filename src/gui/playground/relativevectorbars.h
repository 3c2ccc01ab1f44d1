// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/playground/relativevector.h"

#include <QWidget>

namespace anchorscope::gui {

/// View of the bars of a relative vector, one column for each anchor: X above, Y below.
class RelativeVectorBars : public QWidget
{
    Q_OBJECT

public:
    /// Creates the view. `vector` must outlive it.
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
