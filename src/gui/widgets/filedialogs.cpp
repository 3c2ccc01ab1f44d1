// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/filedialogs.h"

#include "gui/style/filename.h"
#include "gui/style/plaintext.h"
#include "gui/style/translate.h"
#include "io/files/filestamp.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QUrl>

namespace anchorscope::gui {

namespace {

constexpr auto folderKey = "lastFolder";

/// Where the user was last, or where the program was started.
QString lastFolder()
{
    const QString folder = QSettings().value(folderKey).toString();
    return !folder.isEmpty() && QDir(folder).exists() ? folder : QDir::currentPath();
}

QString remembered(const QString &path)
{
    if (!path.isEmpty())
        QSettings().setValue(folderKey, QFileInfo(path).absolutePath());
    return path;
}

/// A name that the user gave without a suffix gets one; the dialog has not asked whether that file may be replaced.
QString withSuffix(const QString &path, const QString &suffix)
{
    if (path.isEmpty() || !QFileInfo(path).suffix().isEmpty())
        return path;
    const QString whole = path + '.' + suffix;
    if (!io::stampOf(filePath(whole)).exists ||
        QMessageBox::question(nullptr, tr("Replace a file"),
                              shownText(tr("%1 already exists. Replace it?").arg(whole))) == QMessageBox::Yes)
        return whole;
    return {};
}

} // namespace

QStringList askForFiles(QWidget *parent)
{
    const QStringList paths = QFileDialog::getOpenFileNames(parent, tr("Open one or two data sets, or a session"),
                                                            lastFolder(), tr("All files (*)"));
    if (!paths.isEmpty())
        remembered(paths.first());
    return paths;
}

QStringList droppedFiles(const QMimeData &data)
{
    QStringList paths;
    for (const QUrl &url : data.urls()) {
        if (!url.isLocalFile())
            continue;
        // QUrl itself would lose bytes that are no UTF-8.
        const QByteArray path = QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1());
        paths << pathText(path.toStdString());
    }
    return paths;
}

QString askForDataset(QWidget *parent)
{
    return remembered(QFileDialog::getOpenFileName(parent, tr("Open a data set"), lastFolder(), tr("All files (*)")));
}

QString askForPairs(QWidget *parent)
{
    return remembered(QFileDialog::getOpenFileName(parent, tr("Open a file of pairs"), lastFolder(),
                                                   tr("Pairs (*.csv *.tsv *.txt);;All files (*)")));
}

QString askWhereToWritePairs(QWidget *parent)
{
    return withSuffix(remembered(QFileDialog::getSaveFileName(parent, tr("Save the seed pairs"),
                                                              lastFolder() + "/seeds.csv", tr("Pairs (*.csv)"))),
                      "csv");
}

QString askWhereToWriteTable(QWidget *parent, const QString &name)
{
    return withSuffix(remembered(QFileDialog::getSaveFileName(parent, tr("Save the table"), lastFolder() + '/' + name,
                                                              tr("CSV (*.csv);;Markdown (*.md);;LaTeX (*.tex)"))),
                      "csv");
}

QString askWhereToWritePlot(QWidget *parent, const QString &name)
{
    return withSuffix(
        remembered(QFileDialog::getSaveFileName(parent, tr("Save the plot"), lastFolder() + '/' + name + ".png",
                                                tr("Pictures (*.png *.svg *.pdf)"))),
        "png");
}

QString askWhereToWriteData(QWidget *parent, const QString &name, bool asArray)
{
    const QString kinds = asArray ? tr("CSV (*.csv);;NumPy array (*.npy)") : tr("CSV (*.csv)");
    QString kind;
    const QString path = remembered(QFileDialog::getSaveFileName(parent, tr("Write %1").arg(name),
                                                                 lastFolder() + '/' + name + ".csv", kinds, &kind));
    return withSuffix(path, kind.contains("npy") ? "npy" : "csv");
}

QString askWhereToSaveSession(QWidget *parent, const QString &present)
{
    const QString start = present.isEmpty() ? lastFolder() + "/session.ascope" : present;
    return withSuffix(
        remembered(QFileDialog::getSaveFileName(parent, tr("Save the session"), start, tr("Sessions (*.ascope)"))),
        "ascope");
}

} // namespace anchorscope::gui
