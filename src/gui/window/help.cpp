// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/help.h"

#include "gui/style/translate.h"

#include <QAction>
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

/// Builds may lie a few folders below the source.
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

void showShortcuts(QMainWindow *window)
{
    QString rows;
    for (const QAction *action : window->findChildren<QAction *>()) {
        if (action->shortcut().isEmpty() || action->text().isEmpty())
            continue;
        QString name = action->statusTip().isEmpty() ? action->text() : action->statusTip(); // a sentence says more
        name.remove('&');
        rows += QString("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(), name.toHtmlEscaped());
    }
    const QString mouse =
        tr("<p>In a panel: the wheel zooms at the pointer, dragging pans, a double click fits. With the box or the "
           "lasso, Shift adds to the selection and Ctrl removes from it. The right button or the menu key opens a menu "
           "for axes and export.</p><p>A panel with the keyboard: arrows move it, <b>+</b> and <b>−</b> zoom, Ctrl and "
           "an arrow go from item to item, Enter clicks the item, or its partner in the other space's panel. Tab goes "
           "from panel to panel and on to the docks.</p><p>A curve: the left and right arrows move along it (with "
           "Shift in steps of ten) and show that iteration, as does a click. A histogram: arrows move the brush, Shift "
           "stretches it, Enter selects. A matrix: arrows move from cell to cell, Enter selects its items. Tables: "
           "Enter goes to the item, Delete removes a seed or rejects a proposal, the menu key copies. In the list of "
           "spaces X and Y choose the current one, Enter opens them.</p>");
    showText(window, tr("Keyboard shortcuts"), "<table>" + rows + "</table>" + mouse, {640, 820});
}

void showAbout(QMainWindow *window)
{
    showText(window, tr("About Anchorscope"),
             tr("<h2>Anchorscope %1</h2><p>Compare two embedding spaces, find the anchors that align them, and measure "
                "the result.</p><p>After<br>Moschella et al., <i>Relative representations enable zero-shot latent "
                "space communication</i>, ICLR 2023;<br>Cannistraci et al., <i>Bootstrapping parallel anchors for "
                "relative representations</i>, Tiny Papers ICLR 2023;<br>Maiorca et al., <i>Latent space translation "
                "via inverse relative projection</i>, 2024;<br>Svendsen et al., <i>Parameterized anchor "
                "representations via adaptive matrices for relative representations</i>, 2025.</p><p>Free software "
                "under the GNU General Public License, version 3 or later. Made with Qt %2 and Qt Charts.</p>")
                 .arg(ANCHORSCOPE_VERSION, qVersion()),
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
