// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QWidget>

#include <vector>

namespace anchorscope::gui {

/// Overlay with lines from items to their partners. Covers its parent and ignores the mouse.
class PartnerLines : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 300; ///< maximum number of lines; more would merge into a grey area

    explicit PartnerLines(QWidget *parent);

    /// Sets thin lines, and thick lines above them, in the parent's coordinates. `selected`: number of selected pairs;
    /// above `most`, a note states that only some have a line.
    void setLines(std::vector<QLineF> thin, std::vector<QLineF> strong, std::size_t selected);
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
