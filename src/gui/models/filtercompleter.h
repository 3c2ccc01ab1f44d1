// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QCompleter>

class QLineEdit;
class QStandardItemModel;

namespace anchorscope::gui {

/// Completes the filter in a line edit: lists the columns, operators and values that are valid at the cursor. Typing,
/// Down and Ctrl+Space open the list, arrow keys and Enter choose, Esc closes it.
class FilterCompleter : public QCompleter
{
    Q_OBJECT

public:
    FilterCompleter(QLineEdit &line, const Workspace &workspace);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void offer();

    QLineEdit &m_line;
    const Workspace &m_workspace;
    QStandardItemModel *m_words; ///< the completions
};

} // namespace anchorscope::gui
