// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

#include <optional>
#include <vector>

namespace anchorscope::gui {

/// Live curves over the iterations 1, 2, 3, … Cheap enough for 10 updates a second at any length.
class CurveView : public QWidget
{
    Q_OBJECT

public:
    struct Curve
    {
        QString name;
        std::vector<double> y;
        QColor colour; ///< invalid: from the theme
    };

    explicit CurveView(QWidget *parent = nullptr);
    ~CurveView() override;

    /// On a logarithmic axis values that are not above zero leave a gap.
    void setAxes(const QString &xTitle, const QString &yTitle, bool logarithmic);
    void setCurves(const std::vector<Curve> &curves);
    void setMarker(std::optional<double> x); ///< vertical line at an iteration

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace anchorscope::gui
