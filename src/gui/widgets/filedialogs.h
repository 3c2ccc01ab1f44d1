// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QMimeData;
class QWidget;

namespace anchorscope::gui {

// File dialogs, which start in the folder used last and return an empty path if the user cancels.

QStringList askForFiles(QWidget *parent);
QStringList askForFolder(QWidget *parent);
QString askForDataset(QWidget *parent);
QString askForPairs(QWidget *parent);
QString askForItems(QWidget *parent); ///< requests a file of ids and labels
QString askWhereToWritePairs(QWidget *parent);
QString askWhereToWriteTable(QWidget *parent, const QString &name);
/// Requests the path of a plot, which ends in .png, .svg or .pdf.
QString askWhereToWritePlot(QWidget *parent, const QString &name);
/// Requests the path of an adapter, which ends in .npz.
QString askWhereToWriteAdapter(QWidget *parent, const QString &name);
/// Requests the path of a CSV file or, if `asArray`, also of a NumPy array.
QString askWhereToWriteData(QWidget *parent, const QString &name, bool asArray);
/// Requests the path of a session. `present`: its current file, or empty; `name`: proposed for a session without a
/// file.
QString askWhereToSaveSession(QWidget *parent, const QString &present, const QString &name);

/// True if a file does not exist or the user agrees to replace it.
bool confirmOverwrite(QWidget *parent, const QString &path);

/// Finds local files in dragged data; empty for text, images and web addresses.
QStringList droppedFiles(const QMimeData &data);

} // namespace anchorscope::gui
