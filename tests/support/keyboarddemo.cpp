// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/keyboarddemo.h"

#include "core/experiments/registry.h"
#include "core/optimizers/optimizers.h"
#include "gui/display/framechoice.h"
#include "gui/lessons/targets.h"
#include "gui/style/tr.h"
#include "io/text/itemfinder.h"

#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QMainWindow>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>

#include <algorithm>
#include <sstream>

namespace anchorscope::test {

using namespace gui;

namespace {

using lessons::Action;

constexpr int maxRows = 100000;

QWidget *onPage(const KeyboardDemo &by, const char *page, const QString &name)
{
    return widgetOn(by.window(), page, name);
}

/// Finds a control by its accessible name or its text.
QWidget *labelled(const KeyboardDemo &by, const char *page, const char *name)
{
    for (QWidget *each : pageNamed(by.window(), page)->findChildren<QWidget *>()) {
        const auto *button = qobject_cast<QAbstractButton *>(each);
        if (each->accessibleName() == tr(name) || (button && button->text() == tr(name)))
            return each;
    }
    return nullptr;
}

template <class W> W *inside(QWidget *widget)
{
    return widget ? widget->findChild<W *>() : nullptr;
}

int placeOf(const auto &registry, const std::string &id)
{
    return static_cast<int>(
        std::ranges::find(registry, std::string_view(id), [](const auto &each) { return std::string_view(each.id); }) -
        registry.begin());
}

/// Keys of each verb, as documented in the registry.
namespace keys {

void seed(KeyboardDemo &by, const Action &action)
{
    const QString x = QString::fromStdString(action.item), y = QString::fromStdString(action.partner);
    by.addFind(x, false);
    by.addKeys(QKeySequence("F2"));
    by.addTabTo(findTarget(by.window(), "absoluteX").widget);
    by.addKeys(QKeySequence("A"));
    by.addKeys(QKeySequence("Return"));
    if (!y.isEmpty())
        by.addFind(y, false);
    by.addTabTo(findTarget(by.window(), "absoluteY").widget);
    by.addKeys(QKeySequence("Return"));
    by.addKeys(QKeySequence("Esc")); // ends the pair tool
    by.addKeys(QKeySequence("Esc")); // clears the selection
    by.add([&by, item = action.item]() -> std::optional<QString> {
        const Workspace &workspace = by.model().workspace;
        const bool isTied = workspace.seedOf(Side::x, io::ItemFinder(workspace.data()->items(Side::x)).find(item)) >= 0;
        return isTied ? QString() : tr("The keys did not pair “%1”.").arg(QString::fromStdString(item));
    });
}

void unseed(KeyboardDemo &by, const Action &action)
{
    auto *table = static_cast<QTableView *>(onPage(by, "anchors", "table"));
    by.addPage("anchors");
    by.addTabTo(table);
    by.add([&by, item = action.item, table]() -> std::optional<QString> {
        const Workspace &workspace = by.model().workspace;
        const int row = workspace.seedOf(Side::x, io::ItemFinder(workspace.data()->items(Side::x)).find(item));
        if (row < 0)
            return QString();
        for (int i = 0; i < maxRows && table->currentIndex().row() != row; ++i)
            by.press(QKeySequence(table->currentIndex().row() < row ? "Down" : "Up"));
        if (!table->selectionModel()->isRowSelected(row))
            by.press(QKeySequence("Space"));
        by.press(QKeySequence("Delete"));
        const bool isTied = workspace.seedOf(Side::x, io::ItemFinder(workspace.data()->items(Side::x)).find(item)) >= 0;
        return isTied ? tr("The keys did not remove the pair of “%1”.").arg(QString::fromStdString(item)) : QString();
    });
}

void clear(KeyboardDemo &by, const Action &)
{
    if (by.model().workspace.setup().seeds.empty())
        return;
    by.addPage("anchors");
    by.addTabTo(onPage(by, "anchors", "clear"));
    by.addKeys(QKeySequence("Space"));
}

void draw(KeyboardDemo &by, const Action &action)
{
    clear(by, action);
    by.addPage("anchors");
    by.addNumber(onPage(by, "anchors", "drawCount"), action.number);
    by.addChoice(static_cast<QComboBox *>(onPage(by, "anchors", "drawRule")), placeOf(anchorSamplers(), action.word));
    by.addTabTo(onPage(by, "anchors", "draw"));
    by.addKeys(QKeySequence("Space"));
}

void chooseOnData(KeyboardDemo &by, const char *list, int row)
{
    by.addPage("data");
    by.addChoice(static_cast<QComboBox *>(onPage(by, "data", list)), row);
}

void centre(KeyboardDemo &by, const Action &action)
{
    chooseOnData(by, "centering", placeOf(centeringChoices(), action.word));
}

void compareBy(KeyboardDemo &by, const Action &action)
{
    chooseOnData(by, "similarity", placeOf(similarities(), action.word));
}

void setLambda(KeyboardDemo &by, const Action &action)
{
    by.addPage("data");
    by.addNumber(onPage(by, "data", "similarityNumber"), action.number);
}

void resetY(KeyboardDemo &by, const Action &)
{
    by.addPage("play");
    by.addTabTo(labelled(by, "play", "Reset Y"));
    by.addKeys(QKeySequence("Space"));
}

void changeY(KeyboardDemo &by, const Action &action)
{
    QWidget *row = onPage(by, "play", QString::fromStdString(action.verb->name));
    by.addPage("play");
    if (auto *number = inside<QDoubleSpinBox>(row)) {
        by.addNumber(number, action.number);
        return;
    }
    by.addTabTo(row);
    auto *box = qobject_cast<QAbstractButton *>(row);
    by.add([&by, box, on = action.number != 0]() -> std::optional<QString> {
        if (box && box->isChecked() != on)
            by.press(QKeySequence("Space"));
        return QString();
    });
}

void run(KeyboardDemo &by, const Action &action)
{
    by.addPage("optimize");
    by.addChoice(static_cast<QComboBox *>(onPage(by, "optimize", "method")), placeOf(optimizers(), action.word));
    by.addKeys(QKeySequence("F5"));
}

void stopRun(KeyboardDemo &by, const Action &)
{
    by.addKeys(QKeySequence("F7"));
}

void scrub(KeyboardDemo &by, const Action &action)
{
    by.addPage("optimize");
    by.addTabTo(onPage(by, "optimize", "scrub"));
    by.add([&by, iteration = static_cast<int>(action.number)]() -> std::optional<QString> {
        const Recording *recording = by.model().replay.recording();
        by.press(QKeySequence("Home"));
        for (int i = recording ? recording->frameAt(iteration) : 0; i > 0; --i)
            by.press(QKeySequence("Right"));
        return QString();
    });
}

void measure(KeyboardDemo &by, const Action &action)
{
    if (action.word == "retrieval" || action.word == "stitching") {
        by.addKeys(QKeySequence(action.word == "retrieval" ? "F9" : "Shift+F9"));
        return;
    }
    const bool table = action.word == "table";
    by.addPage(table ? "play" : "health");
    by.addTabTo(table ? onPage(by, "play", "measureTable") : onPage(by, "health", "measureHealth"));
    by.addKeys(QKeySequence("Space"));
}

void guess(KeyboardDemo &by, const Action &action)
{
    auto *grid = inside<QTableWidget>(onPage(by, "play", "table"));
    by.addPage("play");
    by.addTabTo(grid);
    by.add([&by, count = static_cast<int>(action.number)]() -> std::optional<QString> {
        const InvarianceTable &table = by.model().play.table();
        by.press(QKeySequence("Ctrl+Home"));
        for (int cell = 0, left = count; cell < InvarianceTable::cells() && left > 0; ++cell) {
            if (cell > 0 && cell % InvarianceTable::columns() == 0) {
                by.press(QKeySequence("Home"));
                by.press(QKeySequence("Down"));
            } else if (cell > 0)
                by.press(QKeySequence("Right"));
            if (table.guess(cell) == InvarianceTable::Guess::none) {
                by.press(QKeySequence("Space"));
                --left;
            }
        }
        return QString();
    });
}

void experiment(KeyboardDemo &by, const Action &action)
{
    by.addPage("experiments");
    by.addChoice(static_cast<QComboBox *>(onPage(by, "experiments", "experiment")),
                 placeOf(experiments(), action.word));
    by.addNumber(onPage(by, "experiments", "repeats"), 1);
    by.addTabTo(onPage(by, "experiments", "run"));
    by.addKeys(QKeySequence("Space"));
}

void showDock(KeyboardDemo &by, const Action &action)
{
    by.addPage(action.word);
}

void hover(KeyboardDemo &by, const Action &action)
{
    by.addFind(QString::fromStdString(action.item), false);
    by.addKeys(QKeySequence("F2"));
    by.addKeys(QKeySequence("Ctrl+Right"));
}

void select(KeyboardDemo &by, const Action &action)
{
    const auto isClass = !itemsOfClass(by.model().workspace.data()->items(Side::x), action.argument).empty();
    by.addFind(QString::fromStdString(action.argument), isClass);
}

void colour(KeyboardDemo &by, const Action &action)
{
    auto *list = by.window().findChild<QComboBox *>("colourBy");
    by.addKeys(QKeySequence("F2"));
    by.addTabTo(list, true);
    by.addChoice(list,
                 list ? list->findData(static_cast<int>(choiceOf(colouringWords, action.word, ColourBy::Label))) : -1);
}

void frame(KeyboardDemo &by, const Action &action)
{
    const std::vector<FrameChoice> choices = frameChoices(by.model().workspace);
    const auto place =
        std::ranges::find(choices, choiceOf(frameWords, action.word, PanelFrame::Automatic), &FrameChoice::frame);
    by.addPage("play");
    by.addChoice(static_cast<QComboBox *>(labelled(by, "play", "Frame")), static_cast<int>(place - choices.begin()));
}

void axes(KeyboardDemo &by, const Action &action)
{
    std::istringstream numbers(action.argument);
    int horizontal = 0, vertical = 0;
    numbers >> horizontal >> vertical;
    for (const auto &[axis, number] : {std::pair("Horizontal axis", horizontal), std::pair("Vertical axis", vertical)})
        by.addMenu(QKeySequence("Alt+V"), {"Axes", "X absolute", axis, QString(" %1 (").arg(number)});
}

void joinPartners(KeyboardDemo &by, const Action &action)
{
    if (by.model().workspace.view().partnerLines == (action.number != 0))
        return;
    by.addKeys(QKeySequence("F2")); // in a list a letter would search for a row
    by.addKeys(QKeySequence("P"));
}

} // namespace keys

struct KeyBinding
{
    const char *verb;
    void (*add)(KeyboardDemo &, const Action &);
};

constexpr KeyBinding keyBindings[] = {
    {"seed", keys::seed},
    {"unseed", keys::unseed},
    {"clear", keys::clear},
    {"draw", keys::draw},
    {"center", keys::centre},
    {"similarity", keys::compareBy},
    {"lambda", keys::setLambda},
    {"reset", keys::resetY},
    {"run", keys::run},
    {"stop", keys::stopRun},
    {"scrub", keys::scrub},
    {"measure", keys::measure},
    {"guess", keys::guess},
    {"experiment", keys::experiment},
    {"dock", keys::showDock},
    {"hover", keys::hover},
    {"select", keys::select},
    {"colour", keys::colour},
    {"frame", keys::frame},
    {"axes", keys::axes},
    {"lines", keys::joinPartners},
};

void (*keysOf(const std::string &verb))(KeyboardDemo &, const Action &)
{
    const auto *binding = std::ranges::find(keyBindings, verb, &KeyBinding::verb);
    if (binding != std::end(keyBindings))
        return binding->add;
    return fieldNamed(verb) ? keys::changeY : nullptr;
}

} // namespace

bool KeyboardDemo::hasKeys(const lessons::Verb &verb)
{
    return keysOf(verb.name) != nullptr;
}

bool KeyboardDemo::begin(const Action &action)
{
    const auto addKeysOf = keysOf(action.verb->name);
    if (addKeysOf && m_model.workspace.hasData())
        addKeysOf(*this, action);
    return addKeysOf;
}

} // namespace anchorscope::test
