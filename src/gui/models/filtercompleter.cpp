// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/filtercompleter.h"

#include "core/filter/filtercompletion.h"
#include "gui/display/colouring.h"
#include "gui/display/visibleitems.h"
#include "gui/style/plaintext.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStandardItemModel>

namespace anchorscope::gui {

namespace {

/// Role of the text that the line edit gets if the user chooses the completion.
constexpr int lineRole = Qt::UserRole;

} // namespace

FilterCompleter::FilterCompleter(QLineEdit &line, const Workspace &workspace)
    : QCompleter(&line), m_line(line), m_workspace(workspace), m_words(new QStandardItemModel(this))
{
    setWidget(&line);
    setModel(m_words);
    // Qt need not filter, because offer() lists only valid words.
    setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    setCompletionRole(lineRole);
    popup()->setAccessibleName(tr("Completions"));
    connect(&line, &QLineEdit::textEdited, this, [this] {
        offer();
        complete();
        popup()->setCurrentIndex({}); // no completion is selected, so that Enter applies the typed filter
    });
    connect(this, qOverload<const QString &>(&QCompleter::activated), &line, &QLineEdit::setText);
}

bool FilterCompleter::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && popup()->isVisible() &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept(); // closes only the list of completions; otherwise, Esc would also clear the selection
        return true;
    }
    if (watched == widget() && event->type() == QEvent::KeyPress && !popup()->isVisible()) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Down || (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier)) {
            offer();
            complete();
            popup()->setCurrentIndex(completionModel()->index(0, 0));
            return true;
        }
    }
    return QCompleter::eventFilter(watched, event);
}

void FilterCompleter::offer()
{
    m_words->clear();
    const QString before = m_line.text().first(m_line.cursorPosition());
    const QString behind = m_line.text().sliced(m_line.cursorPosition());
    const bool inWord = !behind.isEmpty() && !behind.front().isSpace();
    for (const Side side : {Side::x, Side::y}) {
        // Tries the columns of Y only if those of X give no completion.
        if (inWord || !m_workspace.hasData() || m_words->rowCount() > 0)
            break;
        const std::string written = before.toStdString();
        // Completion needs the names and kinds of columns only, so one item suffices.
        const std::vector<Index> first{0};
        const auto item = someItems(m_workspace.data()->items(side), first);
        const auto table = filterTable(*item, resultColumns(m_workspace, side, nullptr));
        const FilterCompletion found = completeFilter(written, *table);
        for (const std::string &word : found.words) {
            if (word == written.substr(found.begin))
                continue;
            auto *completion = new QStandardItem(shownName(QString::fromStdString(word)));
            completion->setData(QString::fromStdString(written.substr(0, found.begin) + word) + ' ' + behind.trimmed(),
                                lineRole);
            m_words->appendRow(completion);
        }
    }
}

} // namespace anchorscope::gui
