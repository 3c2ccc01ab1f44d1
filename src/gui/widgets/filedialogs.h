// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QMimeData;
class QWidget;

namespace anchorscope::gui {

// File dialogs. Each starts in the last folder; the path is empty if the user cancels.

QStringList askForFiles(QWidget *parent);
QStringList askForFolder(QWidget *parent);
QString askForDataset(QWidget *parent);
QString askForPairs(QWidget *parent);
QString askForItems(QWidget *parent); ///< path of a file with ids and labels of items
QString askWhereToWritePairs(QWidget *parent);
QString askWhereToWriteTable(QWidget *parent, const QString &name);
/// Path of a plot to be written, which ends in .png, .svg or .pdf.
QString askWhereToWritePlot(QWidget *parent, const QString &name);
/// Path of an adapter to be written, which ends in .npz.
QString askWhereToWriteAdapter(QWidget *parent, const QString &name);
/// Path of data to be written: a CSV file or, if `asArray`, alternatively a NumPy array.
QString askWhereToWriteData(QWidget *parent, const QString &name, bool asArray);
/// Path of a session to be saved. `present`: current path, or empty; `name`: proposed for a session without a file.
QString askWhereToSaveSession(QWidget *parent, const QString &present, const QString &name);

/// True if the file does not exist, or the user agrees to overwrite it.
bool confirmOverwrite(QWidget *parent, const QString &path);

/// Paths of local files in dragged data; empty for other data.
QStringList droppedFiles(const QMimeData &data);

} // namespace anchorscope::gui
