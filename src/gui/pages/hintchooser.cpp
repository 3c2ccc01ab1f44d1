// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/hintchooser.h"

#include "core/optimizers/optimizers.h"
#include "gui/style/plaintext.h"
#include "ui_optimizepage.h"

#include <QMenu>

#include <algorithm>

namespace anchorscope::gui {

namespace {

QString percentOf(double share)
{
    return QString("%1%").arg(100 * share, 0, 'f', 0);
}

/// MRR without and with hints, such as “0.042 → 0.310”.
QString rankChange(double without, double with)
{
    return QString("%1 → %2").arg(without, 0, 'f', 3).arg(with, 0, 'f', 3);
}

QStringList namesOf(const std::string &hints)
{
    return QString::fromStdString(hints).split(',', Qt::SkipEmptyParts);
}

QString offerText(const HintSuggestion &offer)
{
    const HintTrial *chosen = offer.choice.chosen();
    if (!offer.choice.facts.tells)
        return HintChooser::tr("does not help: %1 of the known pairs agree, and %2 of all pairs")
            .arg(percentOf(offer.choice.facts.agreeing), percentOf(offer.choice.facts.byChance));
    if (!chosen)
        return HintChooser::tr("not tried: at least 4 known pairs are needed");
    if (!offer.helps())
        return HintChooser::tr("does not help");
    return HintChooser::tr("helps: MRR of held-out pairs %1")
        .arg(rankChange(offer.choice.trials.front().reciprocalRank, chosen->reciprocalRank));
}

/// Sentences about how much the hints helped a run; empty without hints.
QString worthText(const io::RunRecord &run)
{
    const HintSummary &hint = run.summary.hint;
    const QString names = shownName(QString::fromStdString(run.options.hints));
    if (hint.weight.empty())
        return {};
    if (hint.weight == "0")
        return HintChooser::tr("%1 did not help this run.").arg(names);
    QString text = HintChooser::tr("%1, weight %2:").arg(names, QString::fromStdString(hint.weight));
    if (hint.without && hint.with)
        text += HintChooser::tr(" MRR of held-out pairs %1.").arg(rankChange(*hint.without, *hint.with));
    if (hint.correct)
        text += HintChooser::tr(" With the hint, %1 of the matches agree with the known pairing.")
                    .arg(percentOf(*hint.correct));
    return text;
}

} // namespace

HintChooser::HintChooser(Ui::OptimizePage &form, Workspace &workspace, OptimizeController &controller, QObject *parent)
    : QObject(parent), m_ui(form), m_workspace(workspace), m_controller(controller)
{
    auto *menu = new QMenu(m_ui.hints);
    menu->setToolTipsVisible(true);
    m_ui.hints->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &HintChooser::fillMenu);
    connect(&controller, &OptimizeController::hintsTried, this, &HintChooser::show);
    connect(&controller, &OptimizeController::stateChanged, this, &HintChooser::show);
    connect(&workspace, &Workspace::runEdited, this, &HintChooser::show);
}

void HintChooser::fillMenu()
{
    QMenu *menu = m_ui.hints->menu();
    menu->clear();
    const QStringList chosen = namesOf(m_workspace.setup().options.hints);
    for (const ReadHint &column : m_controller.hintColumns()) {
        const std::string &name = column.column.name;
        const QString text = QString::fromStdString(name);
        // Omits names with a comma, because commas separate the names of chosen columns.
        if (text.contains(','))
            continue;
        QAction *action = menu->addAction(shownName(text).replace('&', "&&"));
        action->setCheckable(true);
        action->setChecked(chosen.contains(text, Qt::CaseInsensitive));
        QStringList notes;
        for (const std::string &note : column.notes)
            notes << QString::fromStdString(note);
        action->setToolTip(tooltipText(notes.join('\n')));
        connect(action, &QAction::triggered, this, [this, name] { toggle(name); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("The spaces have no column in common"))->setEnabled(false);
    menu->addSeparator();
    QAction *tryAll = menu->addAction(tr("&Test which hints help"));
    tryAll->setEnabled(menu->actions().front()->isEnabled() && !m_controller.tryingHints() &&
                       m_controller.obstacle().isEmpty());
    connect(tryAll, &QAction::triggered, &m_controller, &OptimizeController::tryHints);
}

void HintChooser::toggle(const std::string &name)
{
    const QString text = QString::fromStdString(name);
    QStringList names = namesOf(m_workspace.setup().options.hints);
    if (names.removeIf([&](const QString &each) { return each.compare(text, Qt::CaseInsensitive) == 0; }) == 0)
        names << text;
    m_workspace.change(tr("Hints: %1").arg(names.isEmpty() ? tr("none") : names.join(", ")),
                       [&](Setup &setup) { setup.options.hints = names.join(',').toStdString(); });
}

void HintChooser::show()
{
    const OptimizeOptions &options = m_workspace.setup().options;
    const Optimizer *method = findOptimizer(options.method);
    const bool reads = method && method->readsGroup(ofPath);
    const QString names = QString::fromStdString(options.hints);
    m_ui.hints->setText(names.isEmpty() ? tr("none") : shownName(names, longestInLabel).replace('&', "&&"));
    m_ui.hints->setEnabled(m_workspace.hasData());
    m_ui.hints->setVisible(reads);
    m_ui.hintsLabel->setVisible(reads);
    const QString text = reads ? about() : QString();
    m_ui.hintsAbout->setText(text);
    m_ui.hintsAbout->setVisible(!text.isEmpty());
}

QString HintChooser::about() const
{
    QStringList lines;
    if (m_controller.tryingHints())
        lines << tr("Testing which hints help …");
    for (const HintSuggestion &offer : m_controller.hintSuggestions())
        lines << shownName(QString::fromStdString(offer.name)) + ": " + offerText(offer);
    if (const io::RunRecord *run = m_workspace.chosenRun(); run && !worthText(*run).isEmpty())
        lines << worthText(*run);
    return lines.join('\n');
}

} // namespace anchorscope::gui
