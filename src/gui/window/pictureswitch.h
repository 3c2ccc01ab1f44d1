// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;

namespace anchorscope::gui {

/// In the tool bar: which of the pictures is shown, one button for each.
class PictureSwitch : public QWidget
{
    Q_OBJECT

public:
    explicit PictureSwitch(const QList<QAction *> &actions, QWidget *parent = nullptr);
};

} // namespace anchorscope::gui
