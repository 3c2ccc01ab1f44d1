// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QMimeData;
class QWidget;

namespace anchorscope::gui {

// File dialogs. Each starts in the folder that was used last, and returns an empty path if the user cancels.

QStringList askForFiles(QWidget *parent);
QStringList askForFolder(QWidget *parent);
QString askForDataset(QWidget *parent);
QString askForPairs(QWidget *parent);
QString askForItems(QWidget *parent); ///< requests from the user a file with ids and labels of items
QString askWhereToWritePairs(QWidget *parent);
QString askWhereToWriteTable(QWidget *parent, const QString &name);
/// Requests from the user the path of a plot to be written, which ends in .png, .svg or .pdf.
QString askWhereToWritePlot(QWidget *parent, const QString &name);
/// Requests from the user the path of an adapter to be written, which ends in .npz.
QString askWhereToWriteAdapter(QWidget *parent, const QString &name);
/// Requests from the user the path of data to be written: a CSV file or, if `asArray` is true, alternatively a NumPy
/// array.
QString askWhereToWriteData(QWidget *parent, const QString &name, bool asArray);
/// Requests from the user the path of a session to be saved. `present`: path of the session's current file, or empty;
/// `name`: name proposed for a session without a file.
QString askWhereToSaveSession(QWidget *parent, const QString &present, const QString &name);

/// True if a file does not exist, or if the user agrees that it is replaced.
bool confirmOverwrite(QWidget *parent, const QString &path);

/// Paths of local files in dragged data; empty for text, images and web addresses.
QStringList droppedFiles(const QMimeData &data);

} // namespace anchorscope::gui
