// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/translationcontroller.h"

#include "gui/experiments/experiments.h"
#include "gui/state/anchoredinput.h"

namespace anchorscope::gui {

TranslationController::TranslationController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_translating(runner), m_studying(runner)
{
    const auto stale = [this] {
        m_stale = true;
        translate();
    };
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_translating.drop();
        m_studying.drop();
        m_picture.reset();
        m_result.reset();
        m_stale = true;
        Q_EMIT changed();
    });
    connect(&workspace, &Workspace::setupChanged, this, stale);
    connect(&workspace, &Workspace::preparedChanged, this, stale);
}

QString TranslationController::obstacle() const
{
    if (!m_workspace.hasData())
        return tr("Open two spaces first.");
    if (!m_workspace.prepared())
        return tr("The spaces are being prepared.");
    if (m_workspace.knownAnchors().seeds() == 0 && !m_workspace.knownAnchors().optimised())
        return tr("Add seed pairs first, or find anchors.");
    return {};
}

QString TranslationController::studyObstacle() const
{
    if (!m_workspace.hasData())
        return tr("Open two spaces first.");
    return m_workspace.data()->hasTruth() ? QString() : tr("No true pairs are known for these spaces.");
}

void TranslationController::choose(const TranslationChoice &choice)
{
    m_choice = choice;
    m_stale = true;
    translate();
}

void TranslationController::setActive(bool active)
{
    m_active = active;
    translate();
}

void TranslationController::translate()
{
    if (!m_active || !m_stale)
        return;
    if (!obstacle().isEmpty()) {
        m_picture.reset();
        Q_EMIT changed();
        return;
    }
    m_stale = false;
    InverseProjectionOptions options;
    options.subspaces = m_choice.omega;
    options.delta = m_choice.delta;
    options.seed = m_workspace.setup().options.seed;
    m_translating.start<TranslationPicture>(
        tr("Translating"),
        [input = anchoredInput(m_workspace), source = m_choice.source, options](const RunContext &context) {
            return pictureTranslation(input.pair(), source, input.truth(), options, context);
        },
        [this](Result<TranslationPicture> result) {
            m_picture.reset();
            if (result)
                m_picture = std::move(*result);
            else
                Q_EMIT failed(QString::fromStdString(result.error().text()));
            Q_EMIT changed();
        },
        [this](const Error &) {
            m_picture.reset();
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

void TranslationController::study()
{
    if (!studyObstacle().isEmpty())
        return;
    m_studying.start<TranslationExperiment>(
        tr("Trying all ω and δ"),
        [input = ExperimentInput{m_workspace.data(), m_workspace.setup(), 1}](const RunContext &context) {
            TranslationOptions options;
            options.base = experimentOptions(input);
            const auto &pair = input.data->pair;
            return runTranslationExperiment(*pair.x, *pair.y, pair.pairing, options, context);
        },
        [this](Result<TranslationExperiment> result) {
            if (result)
                m_result = std::move(*result);
            else
                Q_EMIT failed(QString::fromStdString(result.error().text()));
            Q_EMIT changed();
        },
        [this](const Error &) { Q_EMIT changed(); });
    Q_EMIT changed();
}

} // namespace anchorscope::gui
