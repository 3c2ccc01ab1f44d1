// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/colouring.h"

#include <QWidget>

class QComboBox;

namespace anchorscope::gui {

class FlowLayout;

/// Above the panels: what the colours mean, for all four at once. A click on a label selects its items.
class LegendBar : public QWidget
{
    Q_OBJECT

public:
    explicit LegendBar(QWidget *parent = nullptr);

    /// selects: a click on the label of a class selects its items. note: a few words after the entries.
    void setLegend(const std::vector<LegendEntry> &legend, ColourBy meaning, bool selects = true,
                   const QString &note = {});
    const std::vector<LegendEntry> &entries() const { return m_entries; }

Q_SIGNALS:
    void colourByChosen(anchorscope::gui::ColourBy meaning);
    void entryClicked(int entry);

private:
    std::vector<LegendEntry> m_entries;
    QComboBox *m_colourBy;
    FlowLayout *m_flow;
};

} // namespace anchorscope::gui
