// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/desktop/help.h"
#include "core/version.h"

#include "gui/style/tr.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QMainWindow>
#include <QScrollArea>
#include <QVBoxLayout>

namespace anchorscope::gui {

namespace {

/// Number of parent folders in which to search for examples: a build folder can be deep in the source tree.
constexpr int parentsToSearch = 5;

void showText(QMainWindow *window, const QString &title, const QString &html, const QSize &size)
{
    auto *dialog = new QDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto *text = new QLabel(html);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setOpenExternalLinks(true);
    text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    text->setAlignment(Qt::AlignTop);
    text->setMargin(12);
    auto *scroll = new QScrollArea;
    scroll->setWidget(text);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(title);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto *layout = new QVBoxLayout(dialog);
    layout->addWidget(scroll);
    layout->addWidget(buttons);
    dialog->resize(size);
    dialog->show();
}

} // namespace

void showAbout(QMainWindow *window)
{
    showText(window, tr("About Anchorscope"),
             tr("<h2>Anchorscope %1</h2><p>Compare two embedding spaces, find the anchors that align them, and measure "
                "the result.</p><p>Based on<br>Moschella et al., <i>Relative representations enable zero-shot latent "
                "space communication</i>, ICLR 2023;<br>Cannistraci et al., <i>Bootstrapping parallel anchors for "
                "relative representations</i>, Tiny Papers ICLR 2023;<br>Maiorca et al., <i>Latent space translation "
                "via inverse relative projection</i>, 2024;<br>Svendsen et al., <i>Parameterized anchor "
                "representations via adaptive matrices for relative representations</i>, 2025.</p><p>Free software "
                "under the GNU General Public License, version 3 or later. Made with Qt %2 and Qt Charts.</p>")
                 .arg(QString::fromStdString(versionText()), qVersion()),
             {560, 420});
}

QString bundledFile(const QString &name)
{
    QDir folder(QCoreApplication::applicationDirPath());
    if (const QString installed = folder.filePath("../share/anchorscope/" + name); QFileInfo::exists(installed))
        return QFileInfo(installed).canonicalFilePath();
    for (int i = 0; i < parentsToSearch; ++i) {
        if (QFileInfo::exists(folder.filePath(name)))
            return QFileInfo(folder.filePath(name)).canonicalFilePath();
        if (!folder.cdUp())
            break;
    }
    return {};
}

} // namespace anchorscope::gui
