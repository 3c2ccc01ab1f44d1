// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QWidget>

#include <vector>

namespace anchorscope::gui {

/// Lines over the panels from items to their partners. Lets the mouse through; as large as its parent.
class PartnerLines : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 300; ///< more would be a grey area

    explicit PartnerLines(QWidget *parent);

    /// In the parent's coordinates: many thin ones, and strong ones over them.
    /// wanted: how many pairs are selected, of which `thin` are some; what there is to see is said at the foot.
    void setLines(std::vector<QLineF> thin, std::vector<QLineF> strong, std::size_t wanted);
    void turnOff();
    const std::vector<QLineF> &thin() const { return m_thin; }
    const std::vector<QLineF> &strong() const { return m_strong; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    std::vector<QLineF> m_thin, m_strong;
    QString m_note;
};

} // namespace anchorscope::gui
