// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/desktop/whatsthis.h"

#include "core/anchors/samplers.h"
#include "core/evaluate/representation.h"
#include "core/experiments/registry.h"
#include "core/heads/head.h"
#include "core/optimizers/optimizers.h"
#include "core/projection/similarity.h"
#include "gui/style/tr.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QMainWindow>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

namespace {

/// Texts of What's This, each for “dock/control”: the object names of the dock and the control.
constexpr std::pair<const char *, const char *> explanations[] = {
    {"data/rule", "Which items of X and Y correspond. The pairing is used to draw seeds and to score results. No "
                  "optimizer sees it, so a known pairing does not make a result look better than it is."},
    {"data/centering",
     "How each space is changed before its rows are scaled to unit length. Centred subtracts the mean of the space. If "
     "the mean is far from zero, all items look alike without it. Standardized also divides each dimension by its "
     "standard deviation. The papers on relative representations and on bootstrapping anchors do not centre."},
    {"data/relativeFit",
     "Both relative spaces have one coordinate for each anchor; the panels show two principal components of them. "
     "Fitted to both spaces together or to X alone, they are the same in both panels, so points in the same place "
     "agree. Fitted to each space separately, they show each space best, but positions cannot be compared."},
    {"anchors/count",
     "How many anchors there are in all: the seeds first, then random items of X whose matches the optimizer finds. "
     "Relative vectors have one entry for each. More anchors describe the items better but take longer."},
    {"anchors/seed", "The starting point of all random choices: random anchors, drawn seed pairs and random starts. "
                     "The same random seed gives the same result."},
    {"mistakes/mistakeColumn",
     "The column whose values group the items: each value of a category, fifths of numbers and dates. Columns whose "
     "groups differ most come first."},
    {"optimize/iterations", "A run ends when it has converged. This is the maximum number of iterations before that."},
    {"optimize/rate", "How far Adam moves the anchors in each step. Cannistraci et al. use 0.02 for retrieval and 0.05 "
                      "for stitching. If the loss jumps up and down, use a smaller rate."},
    {"optimize/ridge",
     "The strength of the ridge in the least-squares step. A large value is safer with few seeds or a poor start; a "
     "small value fits better in the end. Automatic chooses it from the data, without the true pairing."},
    {"optimize/epsilon", "The entropy in the soft correspondence between the two relative spaces. A small value comes "
                         "close to one match for each item; a large value spreads each item over many."},
    {"optimize/steps", "How often Sinkhorn's algorithm updates both potentials for each correspondence. The "
                       "published code does so once."},
    {"optimize/stopError", "With several steps, Sinkhorn's algorithm ends as soon as no potential changes by more "
                           "than this."},
    {"optimize/limit", "When the time is up, the run ends and keeps the best anchors so far. A run that is cut "
                       "short gets no verdict."},
    {"optimize/runs", "All runs on these two spaces. Verdict: aligned means that held-out seeds are matched to their "
                      "partners; class only, that they are matched to similar items, but to the partner no better than "
                      "by chance; chance, that they are matched no better than by chance at all. The percentages are "
                      "the estimated share of correct matches with its 95% interval."},
    {"retrieval/k", "The Jaccard index compares the K nearest neighbours of an item in both spaces. A larger K "
                    "compares wider neighbourhoods."},
    {"retrieval/scoreAnchors",
     "Anchors are candidates but not queries: their partners are known, so they would inflate the score. Turn this on "
     "to compare with the papers, which also use the anchors as queries."},
    {"stitching/input", "How relative vectors are scaled before they enter the head. Unit length removes "
                        "differences in scale between the two spaces."},
    {"stitching/values",
     "The contents of the cells: shares of each true class, numbers of items, or the difference from a "
     "head that was trained in the space where it is tested."},
    {"translation/omega", "Translation through many anchors is unstable. Several small sets of anchors, each "
                          "pruned, give several maps; their mean is used. More sets are smoother and slower."},
    {"translation/delta", "Anchors that are closer together than this are left out, as similar anchors make the "
                          "inverse unstable. 0 keeps all of them."},
    {"translation/map", "The map that is saved as an adapter, fitted on the pairs of the chosen run or on the "
                        "seeds. Canonical ridge is the safe choice if the spaces differ by more than a rotation; "
                        "Procrustes only rotates and needs the fewest pairs."},
    {"translation/direction", "The space that is translated and the space it is translated into."},
    {"translation/plot", "The contents of the lower plot: a measured grid of ω and δ, other maps, or curves."},
    {"experiments/completion", "A variant of the experiment that the papers leave open."},
    {"experiments/counts", "The numbers of anchors to compare, separated by commas."},
    {"experiments/samplers", "The rules by which anchors are chosen, separated by commas."},
    {"experiments/no-learned", "Leaves out the learned anchors, which take most of the time."},
    {"experiments/linkage", "A variant of the experiment that the papers leave open."},
    {"experiments/plot", "Which of the experiment's plots is shown above the table."},
    {"selection/side", "The space whose items are searched and listed."},
    {"selection/expression", "Reads the search as a regular expression, such as ^un or (ed|ing)$."},
    {"selection/labelsToo", "Searches labels as well as names."},
    {"inspector/k", "How many neighbours of the item are listed for each space."},
    {"inspector/space", "Neighbours in the absolute spaces are those of the vectors themselves. In the relative "
                        "spaces, items are near each other if they are alike in their similarities to the "
                        "anchors."}};

template <class Entries>
QString listOf(const Entries &entries, const char *(*about)(const typename Entries::value_type &))
{
    QString text;
    for (const auto &entry : entries)
        text +=
            QString("<p><b>%1</b>: %2</p>")
                .arg(QString::fromUtf8(entry.label).toHtmlEscaped(), QString::fromUtf8(about(entry)).toHtmlEscaped());
    return text;
}

/// Descriptions of the methods that a control offers; empty if it offers none. `control`: “dock/control”, object names.
QString choicesOf(const QString &control)
{
    if (control == "data/similarity")
        return listOf(similarities(), [](const Similarity &one) { return one.formula; });
    if (control == "optimize/method")
        return listOf(optimizers(), [](const Optimizer &one) { return one.about; });
    if (control == "stitching/head")
        return listOf(headMethods(), [](const HeadMethod &one) { return one.about; });
    if (control == "stitching/representation")
        return listOf(representations(), [](const Representation &one) { return one.about; });
    if (control == "experiments/experiment")
        return listOf(experiments(), [](const Experiment &one) { return one.about; });
    if (control == "anchors/drawRule")
        return listOf(anchorSamplers(), [](const AnchorSampler &one) { return one.about; });
    return {};
}

bool isControl(const QWidget *widget)
{
    return qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget) ||
           qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QAbstractSlider *>(widget) ||
           qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QTableView *>(widget);
}

QString explanation(const QString &control, const QWidget &widget)
{
    const auto own = std::ranges::find_if(explanations, [&](const auto &each) { return control == each.first; });
    const QString words = own != std::end(explanations) ? tr(own->second) : widget.toolTip();
    QString text = words.isEmpty() ? QString() : "<p>" + words.toHtmlEscaped() + "</p>";
    text += choicesOf(control);
    if (text.isEmpty())
        return {};
    return "<p><b>" + widget.accessibleName().toHtmlEscaped() + "</b></p>" + text;
}

} // namespace

void explainControls(QMainWindow &window)
{
    for (const QDockWidget *dock : window.findChildren<QDockWidget *>()) {
        for (QWidget *widget : dock->widget()->findChildren<QWidget *>()) {
            if (isControl(widget) && widget->whatsThis().isEmpty())
                widget->setWhatsThis(explanation(dock->objectName() + '/' + widget->objectName(), *widget));
        }
    }
    for (QAction *action : window.findChildren<QAction *>()) {
        if (action->whatsThis().isEmpty() && !action->statusTip().isEmpty())
            action->setWhatsThis(action->statusTip());
    }
}

} // namespace anchorscope::gui
