// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/setup.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace anchorscope {

template <> std::span<const Field<gui::Setup>> fields()
{
    using O = gui::Setup;
    static constexpr FieldChoice fits[] = {{static_cast<int>(PcaFit::joint), "joint"},
                                           {static_cast<int>(PcaFit::first), "first"},
                                           {static_cast<int>(PcaFit::each), "each"}};
    static const Field<O> rows[] = {
        {"", "Pairing hidden", "", "", &O::pairingHidden, 0, 1, "pairing.forgotten"},
        {"", "Axes of the relative panels", "", "", enumMember<O, &O::relativeFit>(fits), 0, 0, "panels.relative_fit"},
    };
    return rows;
}

} // namespace anchorscope

namespace anchorscope::gui {

std::any experimentOptions(const Experiment &experiment, ExperimentOptions base, const ExperimentChoices &choices)
{
    std::any options = experiment.makeOptions(std::move(base));
    for (const Option &option : experiment.ownOptions(options)) {
        if (const auto chosen = choices.find(option.oldId); chosen != choices.end())
            setText(option, chosen->second);
    }
    return options;
}

bool choose(ExperimentChoices &choices, const Experiment &experiment, const std::string &key, const std::string &text)
{
    std::any options = experiment.makeOptions({});
    for (const Option &option : experiment.ownOptions(options)) {
        if (key != option.oldId)
            continue;
        const std::string usual = valueText(option);
        if (text == usual)
            choices.erase(key);
        else if (!setText(option, text))
            return false;
        else
            choices[key] = valueText(option);
    }
    return true;
}

ProtocolOptions Setup::protocol() const
{
    ProtocolOptions made;
    made.anchors = anchorCount;
    made.seeds = static_cast<Index>(seeds.size());
    made.seedPairs = seeds;
    made.centering = centering;
    made.similarity = similarity;
    made.similarityOptions = similarityNumbers;
    made.optimize = options;
    return made;
}

ExperimentOptions Setup::measured() const
{
    ExperimentOptions made;
    made.protocol = protocol();
    made.firstSeed = options.seed;
    made.retrieval = retrieval;
    made.retrieval.seed = options.seed;
    made.stitching = stitching;
    made.stitching.seed = options.seed;
    made.methods = {.ids = methods, .timeLimitSeconds = options.timeLimitSeconds};
    return made;
}

QString transformWords(const Transform &transform)
{
    QStringList words;
    for (const TransformField &field : transformFields()) {
        const double value = transform.*(field.value);
        if (value == field.neutral || field.value == &Transform::seed)
            continue;
        const QString unit = QString::fromUtf8(field.unit), number = QLocale().toString(value, 'g', 4);
        const QString label = QString::fromUtf8(field.label).toLower();
        const QString amount = unit == "×" ? unit + number : unit == "radii" ? number + ' ' + unit : number + unit;
        words << (field.isSwitch ? label : label + ' ' + amount);
    }
    return words.join(", ");
}

SetupChanges difference(const Setup &before, const Setup &after)
{
    SetupChanges changes;
    changes.setFlag(SetupChange::Centering, before.centering != after.centering);
    changes.setFlag(SetupChange::Transform, before.transform != after.transform);
    changes.setFlag(SetupChange::Names, before.pairingHidden != after.pairingHidden);
    changes.setFlag(SetupChange::Similarity,
                    before.similarity != after.similarity || before.similarityNumbers != after.similarityNumbers);
    changes.setFlag(SetupChange::Anchors, before.seeds != after.seeds || before.anchorCount != after.anchorCount ||
                                              before.options.seed != after.options.seed);
    changes.setFlag(SetupChange::Options, before.options != after.options);
    changes.setFlag(SetupChange::Run, before.run != after.run);
    changes.setFlag(SetupChange::Scoring, before.retrieval != after.retrieval || before.stitching != after.stitching ||
                                              before.methods != after.methods);
    changes.setFlag(SetupChange::Experiments, before.experiments != after.experiments);
    changes.setFlag(SetupChange::Frame, before.relativeFit != after.relativeFit);
    return changes;
}

} // namespace anchorscope::gui
