// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/desktop/handbookwindow.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/style/tr.h"
#include "lessons/places.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextTable>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Browser that inserts the current shortcuts into pages and loads images from the program's resources.
class HandbookBrowser : public QTextBrowser
{
public:
    explicit HandbookBrowser(const Handbook &handbook) : m_handbook(handbook) {}

protected:
    QVariant loadResource(int type, const QUrl &name) override
    {
        if (type == QTextDocument::MarkdownResource)
            return m_handbook.markdown(QFileInfo(name.path()).completeBaseName());
        if (type == QTextDocument::ImageResource && name.isRelative())
            return QImage(":/handbook/" + name.path());
        return QTextBrowser::loadResource(type, name);
    }

private:
    const Handbook &m_handbook;
};

/// Adds vertical space between paragraphs; Qt's Markdown has none.
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

QString listed(const QAction &action)
{
    QString name = action.statusTip().isEmpty() ? action.text() : action.statusTip();
    return name.remove('&').replace('|', "\\|");
}

QString keysText(const QAction &action)
{
    QStringList keys;
    for (const QKeySequence &key : action.shortcuts())
        keys << key.toString(QKeySequence::NativeText);
    return keys.join(" / ").replace('|', "\\|");
}

void collectActions(const QMenu &menu, QList<const QAction *> &found)
{
    for (const QAction *action : menu.actions()) {
        if (const QMenu *inner = action->menu())
            collectActions(*inner, found);
        else if (!action->shortcuts().isEmpty() && !found.contains(action))
            found << action;
    }
}

QString shortcutTable(const QString &title, const QList<const QAction *> &actions)
{
    if (actions.isEmpty())
        return {};
    QString text = "\n## " + title + "\n\n| " + tr("Key") + " | " + tr("What it does") + " |\n|---|---|\n";
    for (const QAction *action : actions)
        text += "| **" + keysText(*action) + "** | " + listed(*action) + " |\n";
    return text;
}

QStringList sentencesOf(const QString &paragraph)
{
    static const QRegularExpression end(R"((?<=[.!?:])\s+(?=[A-Z“{]))");
    return paragraph.split(end, Qt::SkipEmptyParts);
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
    back->setEnabled(false); // enabled if there is a page to return to; the browser itself handles Alt+Left
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
    // Uses the URL of the signal, because source() still returns the previous page.
    connect(m_browser, &QTextBrowser::sourceChanged, this, [this](const QUrl &now) {
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

QStringList handbookPages()
{
    return {"start",     "alignment",       "case",      "import",     "databases",    "files",       "spaces",
            "seeds",     "choosing",        "optimize",  "verdict",    "disagreement", "retrieval",   "metrics",
            "stitching", "translation",     "migration", "comparison", "playground",   "selection",   "lessons",
            "teaching",  "classplans",      "classtalk", "exercises",  "shortcuts",    "commandline", "python",
            "symptoms",  "troubleshooting", "glossary",  "faq",        "licenses"};
}

QString handbookPageOf(const QString &dock)
{
    const auto found =
        std::ranges::find_if(lessons::docks, [&](const lessons::Dock &each) { return dock == each.name; });
    return found == std::end(lessons::docks) ? QString() : QString(found->handbook);
}

QString Handbook::keysOf(const QString &action) const
{
    const auto *found = m_window.findChild<QAction *>(action);
    return found ? "**" + found->shortcut().toString(QKeySequence::NativeText) + "**" : QString();
}

QString Handbook::shortcuts() const
{
    QString text;
    QList<const QAction *> inMenus;
    for (const QAction *menu : m_window.menuBar()->actions()) {
        QList<const QAction *> found;
        if (menu->menu())
            collectActions(*menu->menu(), found);
        text += shortcutTable(QString(menu->text()).remove('&'), found);
        inMenus += found;
    }
    QList<const QAction *> others;
    for (const QAction *action : m_window.findChildren<QAction *>(QRegularExpression("^action"))) {
        if (!action->shortcuts().isEmpty() && !inMenus.contains(action))
            others << action;
    }
    return text + shortcutTable(tr("Others"), others);
}

QString Handbook::markdown(const QString &page) const
{
    QFile file(":/handbook/" + page + ".md");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString text = QString::fromUtf8(file.readAll());
    text.replace("<!-- shortcuts -->", shortcuts());
    static const QRegularExpression token(R"(\*\*[^*\n]+\*\*<!--(action\w+)-->)");
    for (auto match = token.match(text); match.hasMatch(); match = token.match(text))
        text.replace(match.captured(0), keysOf(match.captured(1)));
    return text;
}

QString Handbook::title(const QString &page) const
{
    return paragraphs(page).value(0);
}

QStringList Handbook::paragraphs(const QString &page) const
{
    if (!m_paragraphs.contains(page)) {
        QTextDocument document;
        document.setMarkdown(markdown(page));
        QStringList blocks;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            if (!block.text().isEmpty())
                blocks << block.text();
        }
        m_paragraphs[page] = blocks;
    }
    return m_paragraphs[page];
}

QList<Handbook::Hit> Handbook::find(const QString &words) const
{
    const QStringList searched = words.split(' ', Qt::SkipEmptyParts);
    if (searched.isEmpty())
        return {};
    QList<Hit> titles, others;
    for (const QString &page : handbookPages()) {
        const QStringList blocks = paragraphs(page);
        for (const QString &block : blocks) {
            for (const QString &sentence : sentencesOf(block)) {
                const bool all = std::ranges::all_of(
                    searched, [&](const QString &word) { return sentence.contains(word, Qt::CaseInsensitive); });
                if (all)
                    (sentence == blocks.first() ? titles : others) << Hit{page, sentence};
            }
        }
    }
    return titles + others;
}

} // namespace anchorscope::gui
