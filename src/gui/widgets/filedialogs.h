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
QString askForItems(QWidget *parent); ///< a file of ids and labels
QString askWhereToWritePairs(QWidget *parent);
QString askWhereToWriteTable(QWidget *parent, const QString &name);
/// Path that ends in .png, .svg or .pdf.
QString askWhereToWritePlot(QWidget *parent, const QString &name);
/// Path that ends in .npz.
QString askWhereToWriteAdapter(QWidget *parent, const QString &name);
/// Path of a CSV file or, if `asArray`, also of a NumPy array.
QString askWhereToWriteData(QWidget *parent, const QString &name, bool asArray);
/// Path of a session. `present`: its current file, or empty; `name`: proposed for a session without a file.
QString askWhereToSaveSession(QWidget *parent, const QString &present, const QString &name);

/// True if the file does not exist or the user agrees to replace it.
bool confirmOverwrite(QWidget *parent, const QString &path);

/// Local files in dragged data; empty for text, images and web addresses.
QStringList droppedFiles(const QMimeData &data);

} // namespace anchorscope::gui
