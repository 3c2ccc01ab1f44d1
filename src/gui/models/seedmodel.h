// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/tablemodel.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

class SeedModel : public TableModel
{
    Q_OBJECT

public:
    explicit SeedModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { Number, ItemX, ItemY, Remark };

protected:
    int rows() const override { return m_rows; }
    QVariant extra(int row, int column, int role) const override;

private:
    /// True if, in the pairing of the file, the seed's item of X has another partner.
    bool contradictsFile(int row) const;
    QString remark(int row) const;
    QString name(Side side, ItemIndex item) const;
    const SeedPair &pair(int row) const { return m_workspace.setup().seeds[static_cast<std::size_t>(row)]; }
    void reset();

    const Workspace &m_workspace;
    int m_rows = 0;
};

} // namespace anchorscope::gui
