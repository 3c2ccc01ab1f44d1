// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/filedialogs.h"

#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "gui/style/tr.h"
#include "io/files/inputfile.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QRegularExpression>
#include <QSettings>
#include <QUrl>

namespace anchorscope::gui {

namespace {

constexpr auto folderKey = "lastFolder", targetKey = "lastTarget";

/// Last folder of opened files; at first, the current folder.
QString lastFolder()
{
    const QString folder = QSettings().value(folderKey).toString();
    return !folder.isEmpty() && QDir(folder).exists() ? folder : QDir::currentPath();
}

/// Last folder of written files; at first, lastFolder().
QString lastTarget()
{
    const QString folder = QSettings().value(targetKey).toString();
    return !folder.isEmpty() && QDir(folder).exists() ? folder : lastFolder();
}

QString remembered(const QString &path, const char *key = folderKey)
{
    if (!path.isEmpty())
        QSettings().setValue(key, QFileInfo(path).absolutePath());
    return path;
}

/// Appends a missing suffix; asks before overwriting, because the dialog checked the path without it. Empty if
/// declined.
QString withSuffix(const QString &path, const QString &suffix)
{
    if (path.isEmpty() || !QFileInfo(path).suffix().isEmpty())
        return path;
    const QString whole = path + '.' + suffix;
    return confirmOverwrite(nullptr, whole) ? whole : QString();
}

/// File to write that the user chooses. `path`: proposed file; `kinds`: filters of the dialog. Empty if cancelled.
QString askWhere(QWidget *parent, const QString &title, const QString &path, const QString &kinds,
                 const QString &suffix)
{
    return withSuffix(remembered(QFileDialog::getSaveFileName(parent, title, path, kinds), targetKey), suffix);
}

} // namespace

bool confirmOverwrite(QWidget *parent, const QString &path)
{
    return !io::stampOf(filePath(path)).exists ||
           QMessageBox::question(parent, tr("Replace a file"),
                                 shownText(tr("%1 already exists. Replace it?").arg(path))) == QMessageBox::Yes;
}

QStringList askForFiles(QWidget *parent)
{
    const QStringList paths = QFileDialog::getOpenFileNames(parent, tr("Open one or two datasets, or a session"),
                                                            lastFolder(), tr("All files (*)"));
    if (!paths.isEmpty())
        remembered(paths.first());
    return paths;
}

QStringList askForFolder(QWidget *parent)
{
    const QString folder =
        remembered(QFileDialog::getExistingDirectory(parent, tr("Open a folder of spaces"), lastFolder()));
    return folder.isEmpty() ? QStringList() : QStringList{folder};
}

QStringList droppedFiles(const QMimeData &data)
{
    QStringList paths;
    for (const QUrl &url : data.urls()) {
        if (!url.isLocalFile())
            continue;
        // Decodes the path itself, because QUrl::toLocalFile() would lose bytes that are not UTF-8.
        const QByteArray path = QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1());
        paths << pathText(path.toStdString());
    }
    return paths;
}

QString askForDataset(QWidget *parent)
{
    return remembered(QFileDialog::getOpenFileName(parent, tr("Open a dataset"), lastFolder(), tr("All files (*)")));
}

QString askForPairs(QWidget *parent)
{
    return remembered(QFileDialog::getOpenFileName(parent, tr("Open a file of pairs"), lastFolder(),
                                                   tr("Pairs (*.csv *.tsv *.txt);;All files (*)")));
}

QString askForItems(QWidget *parent)
{
    return remembered(QFileDialog::getOpenFileName(parent, tr("Open a file of ids or labels, one line for each row"),
                                                   lastFolder(), tr("Ids, labels (*.csv *.tsv *.txt);;All files (*)")));
}

QString askWhereToWritePairs(QWidget *parent)
{
    return askWhere(parent, tr("Save the seed pairs"), lastTarget() + "/seeds.csv", tr("Pairs (*.csv)"), "csv");
}

QString askWhereToWriteTable(QWidget *parent, const QString &name)
{
    return askWhere(parent, tr("Save the table"), lastTarget() + '/' + name,
                    tr("CSV (*.csv);;Markdown (*.md);;LaTeX (*.tex)"), "csv");
}

QString askWhereToWriteAdapter(QWidget *parent, const QString &name)
{
    return askWhere(parent, tr("Save the adapter"), lastTarget() + '/' + name, tr("NumPy arrays (*.npz)"), "npz");
}

QString askWhereToWritePlot(QWidget *parent, const QString &name)
{
    return askWhere(parent, tr("Save the plot"), lastTarget() + '/' + name + ".png", tr("Pictures (*.png *.svg *.pdf)"),
                    "png");
}

QString askWhereToWriteData(QWidget *parent, const QString &name, bool asArray)
{
    const QString kinds = asArray ? tr("CSV (*.csv);;NumPy array (*.npy)") : tr("CSV (*.csv)");
    QString kind;
    const QString path = remembered(QFileDialog::getSaveFileName(parent, tr("Write %1").arg(name),
                                                                 lastTarget() + '/' + name + ".csv", kinds, &kind),
                                    targetKey);
    return withSuffix(path, kind.contains("npy") ? "npy" : "csv");
}

QString askWhereToSaveSession(QWidget *parent, const QString &present, const QString &name)
{
    static const QRegularExpression unfit("[^\\w.-]+", QRegularExpression::UseUnicodePropertiesOption);
    const QString file = QString(name).replace(unfit, "-");
    const QString start = present.isEmpty() ? lastTarget() + '/' + file + ".ascope" : present;
    return askWhere(parent, tr("Save the session"), start, tr("Sessions (*.ascope)"), "ascope");
}

} // namespace anchorscope::gui
