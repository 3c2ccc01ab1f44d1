// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/reconstruction.h"
#include "gui/experiments/outcome.h"
#include "gui/present/itemtext.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

QString space(char name)
{
    return QString(QChar(name)).toUpper();
}

QString arrow(char from, char to)
{
    return space(from) + " → " + space(to);
}

/// Methods in rows, directions in columns; what is not possible has no row.
class MethodMap
{
public:
    explicit MethodMap(const QStringList &columns) { m_picture.columns = columns; }

    void add(const QString &method, qsizetype column, const Repeated &values)
    {
        if (values.empty())
            return;
        if (m_picture.rows.isEmpty() || m_picture.rows.back() != method) {
            m_picture.rows << method;
            m_values.emplace_back(static_cast<std::size_t>(m_picture.columns.size()));
        }
        m_values.back()[static_cast<std::size_t>(column)] = values.mean();
    }
    OutcomePicture picture(const QString &title, const QString &columns, const QString &unit)
    {
        m_picture.title = title;
        m_picture.xTitle = columns;
        m_picture.yTitle = tr("anchors");
        m_picture.unit = unit;
        m_picture.map.resize(static_cast<Index>(m_values.size()), m_picture.columns.size());
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            for (std::size_t j = 0; j < m_values[i].size(); ++j)
                m_picture.map(static_cast<Index>(i), static_cast<Index>(j)) = m_values[i][j];
        }
        return m_picture;
    }

private:
    OutcomePicture m_picture;
    std::vector<std::vector<double>> m_values;
};

ExperimentOutcome showRetrieval(const RetrievalExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Anchors"), {}, false}, {tr("Direction"), {}, false}, {tr("Jaccard"), {}, true},
                       {tr("MRR"), {}, true},      {tr("Cosine"), {}, true},     {tr("P@1"), {}, true},
                       {tr("P@10"), {}, true},     {tr("CSLS\nP@1"), {}, true}};
    MethodMap map({tr("X → Y"), tr("Y → X")});
    for (const RetrievalExperimentRow &row : experiment.rows) {
        const bool xToY = row.direction == Direction::xToY;
        const QString method = representationLabel(row.method);
        std::vector<ExperimentOutcome::Cell> cells{textCell(method),
                                                   textCell(xToY ? arrow('x', 'y') : arrow('y', 'x'))};
        for (const Repeated *values : {&row.jaccard, &row.mrr, &row.cosine, &row.pAt1, &row.pAt10, &row.cslsPAt1})
            cells.push_back(repeatedCell(*values));
        outcome.rows.push_back(std::move(cells));
        map.add(method, xToY ? 0 : 1, row.mrr);
    }
    outcome.pictures.push_back(map.picture(tr("Mean reciprocal rank"), tr("direction"), tr("MRR")));
    return outcome;
}

ExperimentOutcome showStitching(const StitchExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Anchors"), {}, false}, {tr("Train → test"), {}, false}, {tr("Accuracy"), {}, true},
                       {tr("F1"), {}, true},       {tr("Macro F1"), {}, true},      {tr("MAE"), {}, true}};
    MethodMap map({tr("X → X"), tr("X → Y"), tr("Y → Y"), tr("Y → X")});
    for (std::size_t i = 0; i < experiment.rows.size(); ++i) {
        const StitchExperimentRow &row = experiment.rows[i];
        const QString method = representationLabel(row.representation);
        std::vector<ExperimentOutcome::Cell> cells{textCell(method), textCell(arrow(row.trainSpace, row.testSpace))};
        for (const Repeated *values : {&row.accuracy, &row.weightedF1, &row.macroF1, &row.mae})
            cells.push_back(row.possible ? repeatedCell(*values) : textCell("–"));
        if (!row.possible)
            cells[2] = textCell(tr("not possible"));
        outcome.rows.push_back(std::move(cells));
        map.add(method, static_cast<qsizetype>(i % 4), row.accuracy);
    }
    outcome.summary = tr("%1 training items, %2 test items, %3 classes")
                          .arg(countText(experiment.trainItems), countText(experiment.testItems))
                          .arg(experiment.classes.size());
    outcome.pictures.push_back(map.picture(tr("Accuracy"), tr("trained on → tested on"), tr("accuracy")));
    return outcome;
}

ExperimentOutcome showReconstruction(const ReconstructionExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {
        {tr("Anchors"), {}, false},
        {tr("Encoder → decoder"), tr("Space that encodes the pictures → space the decoder was trained on"), false},
        {tr("Mean squared error"), tr("Over test items and pixels, pixels from 0 to 1"), true}};
    for (const ReconstructionRow &row : experiment.rows)
        outcome.rows.push_back({textCell(representationLabel(row.representation)),
                                textCell(arrow(row.encoder, row.decoder)),
                                row.possible ? repeatedCell(row.mse, 4) : textCell(tr("not possible"))});
    const Thumbnails &strip = experiment.strip.picture;
    OutcomePicture picture;
    picture.title = tr("Pictures from the decoders, below the originals");
    for (const std::string &row : experiment.strip.rows) {
        const auto method = row.find(": "); // none: the originals
        picture.rows << (method == std::string::npos
                             ? QString::fromStdString(row)
                             : representationLabel(row.substr(0, method)) + QString::fromStdString(row.substr(method)));
    }
    picture.image = QImage(strip.pixels.data(), static_cast<int>(strip.width), static_cast<int>(strip.height),
                           static_cast<int>(strip.width * strip.channels),
                           strip.channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8)
                        .copy();
    outcome.pictures.push_back(std::move(picture));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> runRetrievalKind(const ExperimentInput &input, const RunContext &context)
{
    return runOnPair(input, context, experimentOptions(input), runRetrievalExperiment, showRetrieval);
}

Result<ExperimentOutcome> runStitchingKind(const ExperimentInput &input, const RunContext &context)
{
    ExperimentOptions options = experimentOptions(input);
    useStitchingDefaults(options.protocol.optimize);
    return runOnPair(input, context, options, runStitchExperiment, showStitching);
}

Result<ExperimentOutcome> runReconstructionKind(const ExperimentInput &input, const RunContext &context)
{
    ReconstructionOptions options;
    options.base = experimentOptions(input);
    return runOnPair(input, context, options, runReconstructionExperiment, showReconstruction);
}

} // namespace anchorscope::gui
