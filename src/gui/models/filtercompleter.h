// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QCompleter>

class QLineEdit;

namespace anchorscope::gui {

/// Offers, below a line in which a filter is written, the columns, operators and values that may stand at the cursor.
/// The list comes as one types, and with Down or Ctrl+Space; arrows and Enter choose from it, Esc closes it.
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
    class Words;
    Words *m_words;
};

} // namespace anchorscope::gui
