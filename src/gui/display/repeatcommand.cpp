// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/repeatcommand.h"

#include "core/evaluate/methodchoice.h"
#include "core/optimizers/optimizers.h"
#include "core/projection/similarity.h"
#include "gui/style/filename.h"
#include "io/text/csv.h"

#include <QRegularExpression>
#include <QStringList>

namespace anchorscope::gui {

namespace {

constexpr auto seedFile = "seeds.csv", runFile = "run.ascope";

/// Quotes a file name as a call of printf, because the clipboard cannot hold bytes that are not UTF-8.
QString printed(const std::string &bytes)
{
    QString format;
    for (const char each : bytes) {
        const auto byte = static_cast<unsigned char>(each);
        const bool plain = byte >= ' ' && byte < 0x7f && each != '\'' && each != '\\' && each != '%';
        format += plain ? QString(QLatin1Char(each)) : QString("\\%1").arg(byte, 3, 8, QLatin1Char('0'));
    }
    return "\"$(printf '" + format + "')\"";
}

QString quoted(QString word)
{
    if (const std::string bytes = filePath(word); pathText(bytes).toStdString() != bytes)
        return printed(bytes);
    static const QRegularExpression plain("^[A-Za-z0-9_./=+,:@%-]+$");
    return plain.match(word).hasMatch() ? word : '\'' + word.replace('\'', "'\\''") + '\'';
}

class Command
{
public:
    Command(const char *what, const DataChoice &choice)
    {
        QString files = pathText(choice.x.path);
        if (choice.y.path != choice.x.path)
            files += ',' + pathText(choice.y.path);
        m_words << "anchorscope-cli" << QString(what).split(' ') << quoted(files);
        option("--x", QString::fromStdString(choice.x.space));
        option("--y", QString::fromStdString(choice.y.space));
        static const std::map<PairingRule, const char *> rules = {
            {PairingRule::byId, "id"}, {PairingRule::byRow, "row"}, {PairingRule::none, "none"}};
        if (choice.rule == PairingRule::list)
            option("--pair", pathText(choice.pairingFile));
        else if (const auto rule = rules.find(choice.rule); rule != rules.end())
            option("--pair", rule->second);
        if (!choice.x.columns.empty())
            option("--columns", QString::fromStdString(choice.x.columns));
        if (choice.y.columns != choice.x.columns && choice.y.path != choice.x.path)
            option("--columns-y", QString::fromStdString(choice.y.columns));
        if (!choice.x.items.empty())
            option("--ids", pathText(choice.x.items));
        if (!choice.y.items.empty() && choice.y.path != choice.x.path)
            option("--ids-y", pathText(choice.y.items));
        if (choice.maxItems > 0)
            option(choice.sample ? "--sample" : "--max-items", QString::number(choice.maxItems));
        if (choice.maxItems > 0 && choice.sample)
            option("--sample-seed", QString::number(choice.sampleSeed));
    }

    void option(const char *name, const QString &value) { m_words << name << quoted(value); }
    template <class S> void field(const char *id, const S &options) { field(fieldOf<S>(id), options); }
    template <class S> void field(const Field<S> &field, const S &options)
    {
        m_words << QString("--") + field.id;
        if (*field.unit != 0)
            m_words << quoted(QString::fromStdString(valueText(field, options)));
    }
    QString text() const { return m_words.join(' '); }

private:
    QStringList m_words;
};

QString seedText(const Workspace &workspace, const std::vector<SeedPair> &seeds)
{
    const auto id = [&](Side side, ItemIndex item) {
        const ItemTable &items = workspace.data()->items(side);
        return QString::fromStdString(
            io::csvField(items.hasIds() ? items.ids[static_cast<std::size_t>(item)] : std::to_string(item)));
    };
    QString text = QString("cat > %1 <<'END-OF-SEEDS'\nx_id,y_id\n").arg(seedFile);
    for (const SeedPair &pair : seeds)
        text += id(Side::x, pair.x) + ',' + id(Side::y, pair.y) + '\n';
    return text + "END-OF-SEEDS\n";
}

void addSpaces(Command &command, const Setup &setup, bool similarity)
{
    if (similarity)
        command.option("--similarity", QString::fromStdString(setup.similarity));
    command.option("--first-seed", QString::number(setup.options.seed));
    if (!setup.transform.isNeutral())
        command.option("--transform", QString::fromStdString(transformText(setup.transform)));
}

/// Adds the numeric settings on which learned anchors depend and, if `similarity`, those of the similarity.
void addNumbers(Command &command, const Setup &setup, bool similarity)
{
    const SimilarityNumbers reads = similarity ? findSimilarity(setup.similarity)->reads : SimilarityNumbers::none;
    const SimilarityOptions &numbers = setup.similarityNumbers, usual;
    if (reads == SimilarityNumbers::threshold)
        command.field("threshold", numbers);
    if (reads != SimilarityNumbers::whitening && (!readsLearning({setup.methods}) || numbers == usual))
        return;
    if (numbers.ledoitWolf)
        command.option("--shrinkage", "ledoit-wolf");
    else
        command.field("shrinkage", numbers);
}

/// Adds the options that the method reads; the command line rejects others.
void addSearch(Command &command, const Setup &setup)
{
    const OptimizeOptions &options = setup.options;
    const Optimizer &method = *findOptimizer(options.method);
    command.option("--center", centeringId(setup.centering));
    command.option("--anchors", QString::number(setup.anchorCount));
    command.option("--seed-pairs", seedFile);
    command.option("--method", QString::fromStdString(options.method));
    for (const Field<OptimizeOptions> &field : fields<OptimizeOptions>()) {
        const bool idle = field.id == std::string_view("method") ||
                          (field.id == std::string_view("sinkhorn-stop") && options.sinkhornIterations == 1);
        // For stitching, the command line has another default learning rate.
        if (*field.id != 0 && !idle && method.readsGroup(field.group) &&
            (field.group == ofRate || !isDefault(field, options)))
            command.field(field, options);
    }
}

void addScoring(Command &command, Repeat what, const Setup &setup)
{
    if (what == Repeat::Stitching) {
        command.field("head", setup.stitching);
        command.field("head-input", setup.stitching);
    } else {
        command.field("k", setup.retrieval);
        if (setup.retrieval.scoreAnchors)
            command.field("score-anchors", setup.retrieval);
    }
    QStringList methods;
    for (const std::string &id : setup.methods)
        methods << QString::fromStdString(id);
    if (!methods.isEmpty())
        command.option("--methods", methods.join(','));
}

} // namespace

QString repeatCommand(const Workspace &workspace, Repeat what, const QString &sessionPath)
{
    DataChoice choice = workspace.data()->choice;
    const Setup &setup = workspace.setup();
    if (setup.pairingHidden)
        choice.rule = PairingRule::none;
    const io::RunRecord *run = workspace.chosenRun();
    const bool scores = what == Repeat::Retrieval || what == Repeat::Stitching;
    Command score(what == Repeat::Batch       ? "experiment retrieval"
                  : what == Repeat::Stitching ? "stitch"
                                              : "retrieval",
                  choice);
    addSpaces(score, setup, readsSimilarity({setup.methods}));
    addNumbers(score, setup, readsSimilarity({setup.methods}));
    addScoring(score, what, setup);
    if (scores && run && !sessionPath.isEmpty()) {
        score.option("--session", sessionPath);
        return score.text();
    }
    // Results that cannot be repeated: a run that the user or a time limit ended, a continued run, a restored
    // iteration.
    if (run && what != Repeat::Batch &&
        (run->summary.termination == Termination::stopped || run->summary.termination == Termination::timeLimit ||
         run->summary.continued))
        return {};
    QString text = seedText(workspace, run && what != Repeat::Batch ? pairsOf(*run) : setup.seeds);
    if (what == Repeat::Batch || (scores && !run)) {
        addSearch(score, setup);
        if (what == Repeat::Batch)
            score.option("--repeats", QString::number(workspace.batch().repeats()));
        return text + score.text();
    }
    Command search("optimize", choice);
    addSpaces(search, setup, true); // adds --similarity, because the session that the command writes contains it
    addSearch(search, setup);
    search.option("--out", runFile);
    text += search.text();
    if (!scores)
        return text;
    score.option("--session", runFile);
    return text + '\n' + score.text();
}

} // namespace anchorscope::gui
