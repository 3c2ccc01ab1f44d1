// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QMimeData;
class QWidget;

namespace anchorscope::gui {

/// File dialogs that start in the folder used last. Empty: the user changed their mind.
QStringList askForFiles(QWidget *parent);
QStringList askForFolder(QWidget *parent);
QString askForDataset(QWidget *parent);
QString askForPairs(QWidget *parent);
QString askForItems(QWidget *parent); ///< ids and labels
QString askWhereToWritePairs(QWidget *parent);
QString askWhereToWriteTable(QWidget *parent, const QString &name);
/// Ends in .png, .svg or .pdf.
QString askWhereToWritePlot(QWidget *parent, const QString &name);
/// Ends in .npz.
QString askWhereToWriteAdapter(QWidget *parent, const QString &name);
/// CSV, or also a NumPy array.
QString askWhereToWriteData(QWidget *parent, const QString &name, bool asArray);
/// name: of a session that has no file yet, for its file.
QString askWhereToSaveSession(QWidget *parent, const QString &present, const QString &name);

/// Whether a file may be written: there is none yet, or the user agrees that it is replaced.
bool mayReplace(QWidget *parent, const QString &path);

/// The local files among what is dragged; empty for text, pictures and addresses on the web.
QStringList droppedFiles(const QMimeData &data);

} // namespace anchorscope::gui
