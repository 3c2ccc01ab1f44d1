// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/keypresses.h"

#include "gui/lessons/targets.h"
#include "gui/style/tr.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLocale>
#include <QMainWindow>
#include <QMenu>
#include <QTreeWidget>
#include <QWindow>

QT_BEGIN_NAMESPACE
/// Used by Qt's test library: sends keys through the window system, so that shortcuts and menus work.
Q_GUI_EXPORT void qt_handleKeyEvent(QWindow *window, QEvent::Type type, int key, Qt::KeyboardModifiers modifiers,
                                    const QString &text = QString(), bool repeats = false, ushort count = 1);
QT_END_NAMESPACE

namespace anchorscope::test {

using namespace gui;

namespace {

constexpr int maxTries = 200; ///< limit for a step that has to wait
constexpr int maxTabs = 250;

void sendKey(const QMainWindow &window, int key, Qt::KeyboardModifiers modifiers, const QString &text = {})
{
    QWindow *to = window.windowHandle();
    qt_handleKeyEvent(to, QEvent::KeyPress, key, modifiers, text);
    qt_handleKeyEvent(to, QEvent::KeyRelease, key, modifiers, text);
}

} // namespace

void KeyPresses::clear()
{
    m_strokes.clear();
    m_tries = 0;
}

QString KeyPresses::makeNext()
{
    const Stroke stroke = m_strokes.front(); // a copy: the call may clear the queue
    std::optional<QString> outcome = stroke();
    if (m_strokes.empty() || (!outcome && ++m_tries < maxTries))
        return {};
    m_tries = 0;
    m_strokes.pop_front();
    if (!outcome)
        outcome = tr("Nothing answers the keys.");
    if (!outcome->isEmpty())
        clear();
    return *outcome;
}

void KeyPresses::press(const QKeySequence &keys)
{
    const QKeyCombination first = keys[0];
    const int key = first.key();
    const bool prints =
        key >= Qt::Key_Space && key <= Qt::Key_AsciiTilde && !(first.keyboardModifiers() & Qt::ControlModifier);
    sendKey(m_window, key, first.keyboardModifiers(), prints ? QString(QChar(key)).toLower() : QString());
}

void KeyPresses::type(const QString &text)
{
    for (const QChar &letter : text)
        sendKey(m_window, letter.toUpper().unicode(), Qt::NoModifier, letter);
}

void KeyPresses::addKeys(const QKeySequence &keys)
{
    add([this, keys]() -> std::optional<QString> {
        press(keys);
        return QString();
    });
}

void KeyPresses::addPage(const std::string &page)
{
    add([this, page]() -> std::optional<QString> {
        const QString name = QString::fromStdString(page);
        const auto *go = m_window.findChild<QAction *>("actionGoTo_" + name);
        const QDockWidget *dock = pageNamed(m_window, name);
        if (!go || !dock)
            return tr("There is no page “%1”.").arg(name);
        press(go->shortcut());
        const bool isThere = dock->isAncestorOf(QApplication::focusWidget());
        return isThere ? QString() : tr("%1 does not lead to the page “%2”.").arg(go->shortcut().toString(), name);
    });
}

void KeyPresses::addFind(const QString &name, bool isClass)
{
    addKeys(QKeySequence("Ctrl+F"));
    add([this, name]() -> std::optional<QString> {
        const QWidget *input = QApplication::focusWidget();
        if (!input || input->objectName() != "finderInput")
            return tr("Ctrl+F does not open the search.");
        type(name);
        return QString();
    });
    add([this, name, isClass]() -> std::optional<QString> {
        const auto *list = m_window.findChild<QTreeWidget *>("finderList");
        for (int row = 0; row < list->topLevelItemCount(); ++row) {
            const QTreeWidgetItem &found = *list->topLevelItem(row);
            if (found.text(0) != name || found.text(1).startsWith("class of ") != isClass)
                continue;
            while (list->indexOfTopLevelItem(list->currentItem()) < row)
                press(QKeySequence("Down"));
            press(QKeySequence("Return"));
            return QString();
        }
        return std::nullopt; // still searching
    });
}

void KeyPresses::addTabTo(QWidget *widget, bool back)
{
    add([this, widget, back]() -> std::optional<QString> {
        if (!widget)
            return tr("There is no such control.");
        const auto isThere = [widget] {
            const QWidget *now = QApplication::focusWidget();
            return now && (now == widget || now == widget->focusProxy());
        };
        for (int i = 0; i < maxTabs && !isThere(); ++i)
            press(QKeySequence(back ? "Shift+Tab" : "Tab"));
        return isThere() ? QString() : tr("Tab does not lead to “%1”.").arg(widget->objectName());
    });
}

void KeyPresses::addChoice(QComboBox *list, int row)
{
    addTabTo(list);
    add([this, list, row]() -> std::optional<QString> {
        if (list->currentIndex() == row)
            return QString();
        press(QKeySequence("Alt+Down"));
        press(QKeySequence("Home"));
        for (int i = 0; i < list->count() && list->view()->currentIndex().row() != row; ++i)
            press(QKeySequence("Down"));
        press(QKeySequence("Return"));
        m_window.activateWindow(); // not every platform does this when a list closes
        return list->currentIndex() == row ? QString() : tr("The list has no such line.");
    });
}

void KeyPresses::addNumber(QWidget *field, double value)
{
    addTabTo(field);
    add([this, value]() -> std::optional<QString> {
        press(QKeySequence("Ctrl+A"));
        QLocale plainly;
        plainly.setNumberOptions(QLocale::OmitGroupSeparator);
        type(plainly.toString(value, 'g', 9));
        press(QKeySequence("Return"));
        return QString();
    });
}

void KeyPresses::addMenu(const QKeySequence &first, const QStringList &path)
{
    addKeys(first);
    add([this, path]() -> std::optional<QString> {
        for (qsizetype at = 0; at < path.size(); ++at) {
            const auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            if (!menu)
                return tr("The menu does not open.");
            const auto isWanted = [menu, &path, at] {
                return menu->activeAction() && menu->activeAction()->text().remove('&').contains(path[at]);
            };
            for (qsizetype i = 0; i <= menu->actions().size() && !isWanted(); ++i)
                press(QKeySequence("Down"));
            if (!isWanted())
                return tr("The menu has no item “%1”.").arg(path[at]);
            press(QKeySequence(at + 1 < path.size() ? "Right" : "Return"));
        }
        m_window.activateWindow();
        return QString();
    });
}

} // namespace anchorscope::test
