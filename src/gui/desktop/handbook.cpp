// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/desktop/handbook.h"

#include "lessons/places.h"

#include "gui/style/translate.h"

#include <QAction>
#include <QFile>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>

namespace anchorscope::gui {

namespace {

QString listed(const QAction &action)
{
    QString name =
        action.statusTip().isEmpty() ? action.text() : action.statusTip(); // a status tip explains more than a title
    return name.remove('&').replace('|', "\\|");
}

QString keysText(const QAction &action)
{
    QStringList keys;
    for (const QKeySequence &key : action.shortcuts())
        keys << key.toString(QKeySequence::NativeText);
    return keys.join(" / ").replace('|', "\\|");
}

/// Collects the actions with shortcuts of a menu and its submenus.
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

QStringList handbookPages()
{
    return {"start",       "alignment",   "import",     "databases",       "files",     "spaces",  "seeds",
            "choosing",    "optimize",    "verdict",    "disagreement",    "retrieval", "metrics", "stitching",
            "translation", "migration",   "comparison", "playground",      "selection", "lessons", "teaching",
            "shortcuts",   "commandline", "python",     "troubleshooting", "glossary",  "faq"};
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

/// Lists shortcuts by menu; those outside of menus come last.
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
    const QStringList wanted = words.split(' ', Qt::SkipEmptyParts);
    if (wanted.isEmpty())
        return {};
    QList<Hit> titles, others;
    for (const QString &page : handbookPages()) {
        const QStringList blocks = paragraphs(page);
        for (const QString &block : blocks) {
            for (const QString &sentence : sentencesOf(block)) {
                const bool all = std::ranges::all_of(
                    wanted, [&](const QString &word) { return sentence.contains(word, Qt::CaseInsensitive); });
                if (all)
                    (sentence == blocks.first() ? titles : others) << Hit{page, sentence};
            }
        }
    }
    return titles + others;
}

} // namespace anchorscope::gui
