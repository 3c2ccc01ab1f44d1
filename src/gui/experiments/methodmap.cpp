// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/methodmap.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

void MethodMap::add(const QString &method, qsizetype column, const Repeated &values)
{
    if (values.empty())
        return;
    if (m_picture.rows.isEmpty() || m_picture.rows.back() != method) {
        m_picture.rows << method;
        m_values.emplace_back(static_cast<std::size_t>(m_picture.columns.size()));
    }
    m_values.back()[static_cast<std::size_t>(column)] = values.mean();
}

OutcomePicture MethodMap::picture(const QString &title, const QString &columns, const QString &unit)
{
    m_picture.title = title;
    m_picture.xTitle = columns;
    m_picture.yTitle = tr("anchors");
    m_picture.unit = unit;
    m_picture.map.resize(static_cast<Index>(m_values.size()), m_picture.columns.size());
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        for (std::size_t j = 0; j < m_values[i].size(); ++j)
            m_picture.map(static_cast<Index>(i), static_cast<Index>(j)) = m_values[i][j];
    }
    return m_picture;
}

} // namespace anchorscope::gui
