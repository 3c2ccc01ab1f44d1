// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/translationcontroller.h"

#include "core/projection/pca.h"
#include "gui/experiments/outcome.h"
#include "gui/state/relativevectors.h"

namespace anchorscope::gui {

namespace {

/// What a translation reads; owned by its job.
struct TranslationInput
{
    std::shared_ptr<const LoadedData> data;
    PreparedPair spaces;
    AnchorSet anchors;
    TranslationChoice choice;
    std::uint64_t seed = 0;
};

template <class Values> double meanOf(const Values &values)
{
    double sum = 0;
    for (const auto value : values)
        sum += static_cast<double>(value);
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

Result<TranslationPicture> makePicture(const TranslationInput &input, const RunContext &context)
{
    const AnchorSet &anchors = input.anchors;
    const Matrix ofX = rowsOf(input.spaces.x->rows,
                              anchors.optimised() ? anchors.itemsOfX
                                                  : std::vector<ItemIndex>(anchors.itemsOfX.begin(),
                                                                           anchors.itemsOfX.begin() + anchors.seeds()));
    const Matrix ofY = anchorsOfY(input.spaces, anchors);
    const bool xToY = input.choice.source == Side::x;
    const PreparedSpace &from = xToY ? *input.spaces.x : *input.spaces.y,
                        &to = xToY ? *input.spaces.y : *input.spaces.x;
    InverseProjectionOptions options;
    options.subspaces = input.choice.omega;
    options.delta = input.choice.delta;
    options.seed = input.seed;
    const auto map = fitInverseProjection(xToY ? ofX : ofY, xToY ? ofY : ofX, options, context.part(0, 0.5));
    if (!map)
        return map.error();
    const Matrix translated = translateRows(from.rows, map->matrix, context.part(0.5, 0.7));
    const Correspondence pairing = xToY ? input.data->pair.pairing : input.data->pair.pairing.swapped();
    TranslationPicture picture;
    picture.cosine = meanCosine(translated, to.rows, pairing);
    picture.conditionNumber = meanOf(map->conditionNumbers);
    picture.anchorsKept = meanOf(map->anchorsKept);
    picture.anchors = ofX.rows();
    picture.translated = translated.rows();
    PcaOptions two;
    two.components = 2;
    const Pca frame = fitPca({to.rows}, two, context.part(0.7, 0.9));
    if (frame.empty())
        return cancelledError();
    auto points = std::make_shared<Matrix>(Matrix::Zero(translated.rows() + to.rows.rows(), 2));
    points->topRows(translated.rows()).leftCols(frame.components.rows()) = frame.project(translated, context);
    points->bottomRows(to.rows.rows()).leftCols(frame.components.rows()) = frame.project(to.rows, context);
    picture.points = std::move(points);
    picture.explained = frame.explained;
    return picture;
}

} // namespace

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
    TranslationInput input{m_workspace.data(), m_workspace.prepared(), m_workspace.knownAnchors(), m_choice,
                           m_workspace.setup().options.seed};
    m_translating.start<TranslationPicture>(
        tr("Translating"),
        [input = std::move(input)](const RunContext &context) { return makePicture(input, context); },
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
