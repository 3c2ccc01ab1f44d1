// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/desktop/handbookwindow.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QAction>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextTable>
#include <QToolBar>
#include <QVBoxLayout>

namespace anchorscope::gui {

namespace {

/// Pages are resources with keys filled in; pictures are resources beside them.
class HandbookBrowser : public QTextBrowser
{
public:
    explicit HandbookBrowser(const Handbook &handbook) : m_handbook(handbook) {}

protected:
    QVariant loadResource(int type, const QUrl &name) override
    {
        if (type == QTextDocument::MarkdownResource)
            return m_handbook.markdown(QFileInfo(name.path()).completeBaseName());
        if (type == QTextDocument::ImageResource && name.isRelative()) // relative to the page
            return QImage(":/handbook/" + name.path());
        return QTextBrowser::loadResource(type, name);
    }

private:
    const Handbook &m_handbook;
};

/// Adds space between paragraphs, which Qt's Markdown omits.
void spaceOut(QTextDocument &document)
{
    const double line = 6 * sizeFactor();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        if (block.textList() || cursor.currentTable() || block.blockFormat().nonBreakableLines())
            continue;
        QTextBlockFormat format = block.blockFormat();
        format.setTopMargin(format.headingLevel() > 1 ? 2 * line : line);
        format.setBottomMargin(line);
        cursor.setBlockFormat(format);
    }
}

} // namespace

HandbookWindow::HandbookWindow(QMainWindow &window)
    : QDialog(&window), m_handbook(window), m_search(new QLineEdit), m_list(new QListWidget),
      m_browser(new HandbookBrowser(m_handbook))
{
    setWindowTitle(tr("Handbook"));
    setWindowFlags(Qt::Window);
    m_browser->setOpenExternalLinks(true);
    m_browser->setAccessibleName(tr("Page of the handbook"));
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->document()->setDocumentMargin(16 * sizeFactor());
    auto *bar = new QToolBar;
    QAction *back = bar->addAction(icon("back"), tr("Back (Alt+Left)"), m_browser, &QTextBrowser::backward);
    QAction *forward = bar->addAction(icon("forward"), tr("Forward (Alt+Right)"), m_browser, &QTextBrowser::forward);
    back->setEnabled(false); // the browser handles the keys
    forward->setEnabled(false);
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    auto *splitter = new QSplitter;
    splitter->addWidget(buildList());
    splitter->addWidget(m_browser);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({qRound(250 * sizeFactor()), qRound(650 * sizeFactor())});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(splitter, 1);
    resize(QSize(900, 720) * sizeFactor());
    fillList();
}

QWidget *HandbookWindow::buildList()
{
    m_search->setPlaceholderText(tr("Search all pages"));
    m_search->setAccessibleName(tr("Search the handbook"));
    m_search->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Pages, or sentences that were found"));
    m_list->setWordWrap(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_search, &QLineEdit::textChanged, this, &HandbookWindow::fillList);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { choose(0); });
    connect(m_list, &QListWidget::itemClicked, this, [this] { choose(m_list->currentRow()); });
    connect(m_list, &QListWidget::itemActivated, this, [this] { choose(m_list->currentRow()); });
    connect(m_browser, &QTextBrowser::sourceChanged, this,
            [this](const QUrl &now) { // source() is still the previous page
                spaceOut(*m_browser->document());
                if (m_search->text().isEmpty())
                    m_list->setCurrentRow(int(handbookPages().indexOf(QFileInfo(now.path()).completeBaseName())));
            });
    auto *find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, this, [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    addAction(find);
    auto *side = new QWidget;
    auto *column = new QVBoxLayout(side);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    return side;
}

void HandbookWindow::fillList()
{
    m_list->clear();
    m_hits = m_handbook.find(m_search->text());
    if (m_search->text().trimmed().isEmpty()) {
        for (const QString &page : handbookPages()) {
            m_hits << Handbook::Hit{page, {}};
            m_list->addItem(m_handbook.title(page));
        }
        m_list->setCurrentRow(int(handbookPages().indexOf(page())));
        return;
    }
    for (const Handbook::Hit &hit : m_hits) {
        const QString title = m_handbook.title(hit.page);
        m_list->addItem(hit.sentence == title ? title : title + '\n' + hit.sentence);
    }
    if (m_hits.isEmpty()) {
        m_list->addItem(tr("No results."));
        m_list->item(0)->setFlags(Qt::NoItemFlags);
    }
}

void HandbookWindow::choose(int row)
{
    if (row < 0 || row >= m_hits.size())
        return;
    const Handbook::Hit hit = m_hits[row];
    m_browser->setSource(QUrl(hit.page + ".md"));
    m_browser->moveCursor(QTextCursor::Start);
    if (!hit.sentence.isEmpty())
        m_browser->find(hit.sentence);
}

void HandbookWindow::open(const QString &page)
{
    m_search->clear();
    m_browser->setSource(QUrl(page + ".md"));
    show();
    raise();
    activateWindow();
    m_browser->setFocus();
}

QString HandbookWindow::page() const
{
    return QFileInfo(m_browser->source().path()).completeBaseName();
}

QString handbookPageFor(const QMainWindow &window)
{
    for (const QDockWidget *dock : window.findChildren<QDockWidget *>()) {
        if (dock->isAncestorOf(window.focusWidget()))
            return handbookPageOf(dock->objectName());
    }
    return handbookPages().first();
}

} // namespace anchorscope::gui
