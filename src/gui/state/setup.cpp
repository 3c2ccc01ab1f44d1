// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/setup.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace anchorscope::gui {

Index anchorsAmong(Index items, Index wanted)
{
    return wanted < items ? wanted : std::max<Index>(1, items / 2);
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

RetrievalOptions Setup::retrieval() const
{
    RetrievalOptions made;
    made.k = k;
    made.scoreAnchors = scoreAnchors;
    made.seed = options.seed;
    return made;
}

StitchOptions Setup::stitching() const
{
    StitchOptions made;
    made.head = head;
    made.input = headInput;
    made.seed = options.seed;
    return made;
}

MethodChoice Setup::rows() const
{
    return {.ids = methods, .timeLimitSeconds = options.timeLimitSeconds};
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
    changes.setFlag(SetupChange::Names, before.namesForgotten != after.namesForgotten);
    changes.setFlag(SetupChange::Similarity,
                    before.similarity != after.similarity || before.similarityNumbers != after.similarityNumbers);
    changes.setFlag(SetupChange::Anchors, before.seeds != after.seeds || before.anchorCount != after.anchorCount ||
                                              before.options.seed != after.options.seed);
    changes.setFlag(SetupChange::Options, before.options != after.options);
    changes.setFlag(SetupChange::Run, before.run != after.run);
    changes.setFlag(SetupChange::Scoring, before.k != after.k || before.scoreAnchors != after.scoreAnchors ||
                                              before.head != after.head || before.headInput != after.headInput ||
                                              before.methods != after.methods);
    changes.setFlag(SetupChange::Experiments, before.experiments != after.experiments);
    changes.setFlag(SetupChange::Frame, before.relativeFit != after.relativeFit);
    return changes;
}

} // namespace anchorscope::gui
