// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/filtercompleter.h"

#include "core/filter/filtercompletion.h"
#include "gui/display/colouring.h"
#include "gui/display/visibleitems.h"
#include "gui/style/plaintext.h"

#include <QAbstractItemView>
#include <QAbstractListModel>
#include <QKeyEvent>
#include <QLineEdit>

namespace anchorscope::gui {

/// List of completions. It shows words. A chosen word changes the line edit's text to `line`, which contains the word.
class FilterCompleter::Words : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;

    struct Word
    {
        QString word, line;
    };
    void setWords(QList<Word> words)
    {
        beginResetModel();
        m_words = std::move(words);
        endResetModel();
    }
    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_words.size());
    }
    QVariant data(const QModelIndex &index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        const Word &word = m_words[index.row()];
        return role == Qt::EditRole ? word.line : role == Qt::DisplayRole ? shownName(word.word) : QVariant();
    }

private:
    QList<Word> m_words;
};

FilterCompleter::FilterCompleter(QLineEdit &line, const Workspace &workspace)
    : QCompleter(&line), m_line(line), m_workspace(workspace), m_words(new Words(this))
{
    setWidget(&line);
    setModel(m_words);
    // Qt need not filter, because offer() lists only valid words.
    setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    setCompletionRole(Qt::EditRole);
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
    QList<Words::Word> words;
    const QString before = m_line.text().first(m_line.cursorPosition());
    const QString behind = m_line.text().sliced(m_line.cursorPosition());
    const bool inWord = !behind.isEmpty() && !behind.front().isSpace();
    for (const Side side : {Side::x, Side::y}) {
        // Tries the columns of Y only if those of X give no completion.
        if (inWord || !m_workspace.hasData() || !words.isEmpty())
            break;
        const std::string written = before.toStdString();
        // Completion needs the names and kinds of columns only, so one item suffices.
        const std::vector<Index> first{0};
        const auto item = someItems(m_workspace.data()->items(side), first);
        const auto table = filterTable(*item, resultColumns(m_workspace, side, nullptr));
        const FilterCompletion found = completeFilter(written, *table);
        for (const std::string &word : found.words) {
            if (word != written.substr(found.begin))
                words.append({QString::fromStdString(word),
                              QString::fromStdString(written.substr(0, found.begin) + word) + ' ' + behind.trimmed()});
        }
    }
    m_words->setWords(std::move(words));
}

} // namespace anchorscope::gui
