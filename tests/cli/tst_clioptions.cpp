// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/anchorcount.h"
#include "core/experiments/translation.h"
#include "support/madefiles.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QThread>

#include <array>
#include <deque>
#include <map>
#include <numeric>

using namespace anchorscope;
using test::CliRun;
using test::isSaid;
using test::runCli;

namespace {

/// A value of an option to test, and the other options under which it has an effect.
struct Change
{
    QStringList value;      ///< arguments of the option; empty: a flag
    QStringList under = {}; ///< other options of the line, also without the option
    QString data = {};      ///< data to use instead of the usual ones
    QString file = {};      ///< file written by both lines; its bytes belong to the result
};

/// Options that change the output but not the computation.
const QStringList ofOutput{"json", "progress", "threads", "help", "help-advanced"};
/// Options that have an effect only on large sets: above 50 000 items, or with more than 2 500 reliable ones.
const QStringList ofLargeSets{"candidates", "exact", "order"};
/// Command that measures large sets only.
const QString predicting = "predict";

/// Settings in the JSON.
const QStringList echoes{"settings", "command",        "seed",          "center",     "similarity", "method",
                         "order",    "optimize_side",  "anchors",       "seeds",      "repeats",    "k",
                         "threads",  "head",           "head_input",    "omega",      "delta",      "cutoff",
                         "subset",   "steps",          "from",          "reference",  "out",        "adapter",
                         "strip",    "correspondence", "score_anchors", "statistics", "completion"};

/// Removes times.
QJsonValue figuresOf(const QJsonValue &json)
{
    QJsonArray array;
    for (const QJsonValue each : json.toArray())
        array.append(figuresOf(each));
    QJsonObject object;
    const QJsonObject all = json.toObject();
    for (auto it = all.begin(); it != all.end(); ++it) {
        if (!it.key().contains("seconds"))
            object[it.key()] = figuresOf(it.value());
    }
    return json.isArray() ? QJsonValue(array) : json.isObject() ? QJsonValue(object) : json;
}

/// Runs a line that writes no file. Most options of a command are compared with the same line, which runs only once.
const CliRun &runOnce(const QStringList &line)
{
    static std::map<QStringList, CliRun> runs;
    const auto found = runs.find(line);
    return found != runs.end() ? found->second : runs.emplace(line, runCli(line)).first->second;
}

/// Options of a command according to its help.
QStringList optionsOf(const QString &command)
{
    static const QRegularExpression option("^  (?:-\\w, )?--?([a-z][a-z-]*)(?: |$)",
                                           QRegularExpression::MultilineOption);
    QStringList options;
    const QByteArray help = runCli(command.split(' ') << "--help-advanced").output;
    for (auto match = option.globalMatch(QString::fromUtf8(help)); match.hasNext();)
        options << match.next().captured(1);
    return options;
}

/// Options of a command and their defaults according to the help, if these are values.
std::map<QString, QString> defaultsInHelp(const QString &command)
{
    static const QRegularExpression option("^  (?:-\\w, )?--?([a-z][a-z-]*) ", QRegularExpression::MultilineOption),
        usual(" \\(([^() ]+)\\)\\.\\s*$");
    const QString help = QString::fromUtf8(runCli(command.split(' ') << "--help-advanced").output);
    std::map<QString, QString> defaults;
    std::vector<std::pair<QString, qsizetype>> places;
    for (auto match = option.globalMatch(help); match.hasNext();) {
        const auto each = match.next();
        places.emplace_back(each.captured(1), each.capturedStart());
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        const qsizetype next = i + 1 < places.size() ? places[i + 1].second : help.size();
        const QString one = help.mid(places[i].second, next - places[i].second).section("\n\n", 0, 0);
        const auto match = usual.match(one.simplified());
        if (match.hasMatch())
            defaults[places[i].first] = match.captured(1);
    }
    return defaults;
}

/// Defaults of a struct by the ids of its options.
template <class S> void addDefaults(std::map<QString, QString> &defaults)
{
    for (const Field<S> &field : fields<S>())
        defaults[field.id] = QString::fromStdString(valueText(field, S{}));
}

QStringList allCommands()
{
    static const QRegularExpression command("^  ((?:experiment |lesson )?[a-z][a-z-]*) ",
                                            QRegularExpression::MultilineOption);
    QStringList commands;
    const QByteArray help = runCli({"--help"}).output;
    for (auto match = command.globalMatch(QString::fromUtf8(help)); match.hasNext();)
        commands << match.next().captured(1);
    return commands;
}

QString dashed(const QString &option)
{
    return (option.size() == 1 ? "-" : "--") + option;
}

/// The line without an option and its value.
QStringList without(QStringList line, const QString &option, bool flag)
{
    const qsizetype at = line.indexOf(dashed(option));
    if (at >= 0)
        line.remove(at, flag ? 1 : 2);
    return line;
}

} // namespace

/// Each option of each command changes the result or is refused, and JSON contains the value used.
class TestCliOptions : public QObject
{
    Q_OBJECT

    const test::MadeFiles m_files;
    QString m_session;
    QStringList m_commands;
    std::map<QString, QStringList> m_options, m_lines;
    std::map<QString, Change> m_changes;
    std::map<QString, std::map<QString, Change>> m_special; ///< changes for single commands

    QString in(const QString &name) const { return m_files.path(name); }
    void setLines();
    void setChanges();
    void setSpecialChanges();
    const Change *changeOf(const QString &command, const QString &option) const;
    QJsonValue resultOf(const QStringList &line, const QString &file, QJsonObject *settings) const;
    QStringList lineFor(const QString &command, const QString &option) const;
    QString failureOf(const QString &command, const QString &option) const;

private Q_SLOTS:
    void initTestCase();
    void everyOptionHasAnEffect_data();
    void everyOptionHasAnEffect();
    void foreignOptionsAreRefused();
    void optionsKeepTheirGroups();
    void jsonNamesTheOptionsRead();
    void helpNamesTheDefaults_data() { everyOptionHasAnEffect_data(); }
    void helpNamesTheDefaults();
    void manPageNamesAllOptions();
    void ineffectiveOptionsAreRefused_data();
    void ineffectiveOptionsAreRefused();
};

void TestCliOptions::setLines()
{
    const QStringList small{"--anchors", "20", "--seeds", "8", "--method", "alternating"};
    const QStringList rows{"--methods", "gt,seed,ao-continuous"}, once{"--repeats", "1"};
    m_lines["info"] = {"info", m_files.data};
    m_lines["convert"] = {"convert", m_files.data, in("converted.h5")};
    m_lines["optimize"] = QStringList{"optimize", m_files.data} + small;
    m_lines["predict"] = {"predict", m_files.data, "--anchors", "20", "--seeds", "8"};
    m_lines["suggest-hints"] = {"suggest-hints", m_files.data, "--seeds", "30"};
    m_lines["pair-next"] = QStringList{"pair-next", m_files.data} + small;
    m_lines["retrieval"] = QStringList{"retrieval", m_files.data} + small + rows;
    m_lines["stitch"] = QStringList{"stitch", m_files.data} + small + rows;
    m_lines["health"] = QStringList{"health", m_files.data} + small;
    m_lines["mistakes"] = QStringList{"mistakes", m_files.data} + small;
    m_lines["map"] = QStringList{"map", m_files.data} + small;
    m_lines["inspect"] = QStringList{"inspect", m_files.data, "item 7"} + small;
    m_lines["candidates"] = QStringList{"candidates", m_files.data, "item 7"} + small;
    m_lines["translate"] = {"translate", m_files.data, "--anchors", "20"};
    const auto experiment = [&](const QString &id, const QStringList &options) {
        m_lines["experiment " + id] = QStringList{"experiment", id, m_files.data} + once + options;
    };
    experiment("retrieval", small + rows);
    experiment("stitching", small + rows);
    experiment("anchor-count",
               {"--counts", "5", "--samplers", "uniform", "--param-subset", "20", "--param-steps", "9"});
    experiment("known-pairs", {"--pairs", "24", "--counts", "4"});
    const QStringList learning{"--anchors", "8", "--param-subset", "20", "--param-steps", "4", "--param-batch", "10"};
    experiment("learned-anchors", learning);
    // Accuracies are coarse: many test items, and anchors that are learned in long steps.
    m_lines["experiment weak-encoder"] =
        QStringList{"experiment", "weak-encoder", m_files.data, "--repeats", "3", "--train-share", "0.3"} + learning +
        QStringList{"--param-rate", "0.5"};
    experiment("translation", {"--anchors", "20", "--omegas", "1", "--deltas", "0.2", "--norms", "1"});
    experiment("quantization", {"--anchors", "16", "--thresholds", "0.3"});
    m_lines["lesson validate"] = {"lesson", "validate", "examples/lessons/where.md"};
    m_lines["lesson facts"] = {"lesson", "facts"};
    m_lines["experiment disagreement"] = {"experiment", "disagreement", m_files.data};
    m_lines["experiment invariance"] = {"experiment", "invariance", m_files.data, "--anchors", "20"};
    experiment("proxy", {"--anchors", "10"});
    experiment("pairs", {"--anchors", "10"});
    experiment("reconstruction", small + rows + QStringList{"--hidden", "4", "--epochs", "1"});
}

void TestCliOptions::setChanges()
{
    m_changes = {
        {"x", {{"gamma"}}},
        {"y", {{"gamma"}}},
        {"pair", {{m_files.partners}}},
        {"columns", {{"vector=e0:e2"}, {}, m_files.tables}},
        {"columns-y", {{"vector=e0:e2"}, {}, m_files.tables}},
        {"why", {{}, {}, m_files.tables}},
        {"ids", {{m_files.ids}, {}, m_files.bare + ',' + m_files.tables.section(',', 1)}},
        {"ids-y", {{m_files.ids}, {}, m_files.tables.section(',', 0, 0) + ',' + m_files.bare}},
        {"max-items", {{"40"}}},
        {"transform", {{"stretch=4,noise=0.9"}}},
        {"sample", {{"40"}}},
        {"sample-seed", {{"5"}, {"--sample", "59"}}},
        {"spaces", {{"alpha,gamma,beta"}}},
        {"anchors", {{"14"}}},
        {"seed-pairs", {{m_files.pairs}}},
        {"seeds", {{"5"}}},
        {"first-seed", {{"3"}}},
        {"center", {{"standardize"}}},
        {"method", {{"adam"}}},
        {"start", {{"profiles"}, {"--method", "canonical"}}},
        {"iterations", {{"1"}}},
        {"learning-rate", {{"0.3"}, {"--method", "adam", "--iterations", "3"}}},
        {"ridge", {{"3"}}},
        {"sinkhorn-epsilon", {{"0.5"}, {"--method", "adam", "--iterations", "12"}}},
        {"sinkhorn-steps", {{"40"}, {"--method", "adam", "--iterations", "6", "--sinkhorn-epsilon", "0.5"}}},
        {"sinkhorn-stop",
         {{"10"},
          {"--method", "adam", "--ramp", "0", "--iterations", "6", "--sinkhorn-epsilon", "0.5", "--sinkhorn-steps",
           "40"}}},
        {"warm-start", {{}, {"--method", "adam", "--iterations", "3"}}},
        {"ramp", {{"0"}, {"--method", "adam", "--iterations", "3"}}},
        {"free-seeds", {{}, {"--method", "adam", "--iterations", "3"}}},
        {"permute", {{"y"}, {"--method", "adam", "--iterations", "3"}}},
        {"plan", {{"soft"}, {"--method", "adam", "--ramp", "0", "--iterations", "3", "--sinkhorn-epsilon", "0.5"}}},
        {"starts", {{"3"}, {"--method", "adam", "--iterations", "3"}}},
        {"hints", {{"label"}, {"--method", "canonical"}}},
        {"hint-weight", {{"hard"}, {"--method", "canonical", "--hints", "label"}}},
        {"time-limit", {{"0.01"}, {"--method", "adam", "--iterations", "3000"}}},
        {"optimize-side", {{"x"}}},
        {"similarity", {{"angular"}}},
        {"threshold", {{"0.9"}, {"--similarity", "quantized"}}},
        {"shrinkage", {{"0.9"}, {"--similarity", "whitened"}}},
        {"whitening-ridge", {{"10"}, {"--similarity", "whitened"}}},
        {"k", {{"3"}}},
        {"methods", {{"gt"}}},
        {"head", {{"mlp"}}},
        {"head-cost", {{"0.001"}}},
        {"head-rate", {{"0.1"}, {"--head", "mlp"}}},
        {"head-batch", {{"3"}, {"--head", "mlp"}}},
        {"head-epochs", {{"1"}, {"--head", "mlp"}}},
        {"head-input", {{"none"}}},
        {"train-share", {{"0.4"}}},
        {"repeats", {{"2"}}},
        {"checkpoint", {{in("checkpoint")}, {}, {}, in("checkpoint")}},
        {"seeds-only", {}},
        {"apart", {}},
        {"session", {{m_session}}},
        {"from", {{"y"}}},
        {"omega", {{"1"}, {"--delta", "0.5"}}},
        {"delta", {{"0.9"}}},
        {"cutoff", {{"0.6"}}},
        {"counts", {{"7"}}},
        {"samplers", {{"farthest"}}},
        {"param-subset", {{"12"}}}, // fewer than the items that train a classifier of the weak encoder
        {"param-steps", {{"7"}}},
        {"param-batch", {{"6"}}},
        {"param-rate", {{"0.7"}}},
        {"param-temperature", {{"3"}}},
        {"no-learned", {}},
        {"pairs", {{"20"}}},
        {"omegas", {{"2"}}},
        {"deltas", {{"0.6"}}},
        {"norms", {{"30"}}},
        {"reference", {{"beta"}}},
        {"hidden", {{"7"}}},
        {"epochs", {{"3"}}},
        {"strip", {{in("strip.png")}, {}, {}, in("strip.png")}},
        {"pictures", {{"3"}, {"--strip", in("strip.png")}, {}, in("strip.png")}},
        {"jaccard-weight", {{"9"}}},
        {"jaccard-temperature", {{"3"}}},
        {"barlow-weight", {{"9"}}},
        {"off-diagonal", {{"4"}}},
        {"alignment-weight", {{"9"}}},
        {"cohesion-weight", {{"9"}}},
        {"thresholds", {{"0.6"}}},
        {"linkage", {{"ward"}}},
        {"groups", {}},
        {"verdicts", {{"8"}}},
        {"least-accuracy", {{"0.9"}, {"--accuracies", m_files.accuracies, "--reference", "gamma"}}},
        {"score-anchors", {}},
        {"split", {{m_files.split}}},
        {"labels", {{m_files.labels}}},
        {"dictionary", {{m_files.dictionary}}},
        {"accuracies", {{m_files.accuracies}}},
        {"statistics", {{"anchors"}}},
        {"completion", {{"polar"}}},
    };
}

void TestCliOptions::setSpecialChanges()
{
    const QString found = in("found.csv"), translated = in("translated.npy"), picture = in("strip.png");
    // With other ids no item has a partner.
    QByteArray others;
    for (int i = 0; i < 60; ++i)
        others += QString("other %1\n").arg(i).toUtf8();
    m_special["info"] = {{"ids-y",
                          {{test::writeText(m_files.folder, "others.txt", others)},
                           {},
                           m_files.tables.section(',', 0, 0) + ',' + m_files.bare}}};
    m_special["convert"] = {{"space", {{"new"}, {}, m_files.single, in("converted.h5")}},
                            {"array", {{"X"}, {}, "tests/data/formats/cells.h5ad"}},
                            {"shape", {{"7,2"}, {}, m_files.raw}},
                            {"frame", {{in("frame.csv")}, {}, m_files.single, in("converted.h5")}},
                            {"skip-bad-rows", {{}, {}, m_files.badRows}},
                            {"near", {{"the,music"}, {}, "examples/data/words.h5", in("converted.h5")}},
                            {"near-count", {{"5"}, {"--near", "item 3"}, m_files.single, in("converted.h5")}},
                            {"columns", {{"vector=e0:e2"}, {}, m_files.tables.section(',', 0, 0)}},
                            {"ids", {{m_files.ids}, {}, m_files.bare, in("converted.h5")}},
                            {"force", {{}, {}, {}, in("converted.h5")}}};
    m_special["optimize"] = {
        {"out", {{in("out.ascope")}, {}, {}, in("out.ascope")}},
        {"correspondence", {{found}, {}, {}, found}},
        {"partners", {{"2"}, {"--correspondence", found}, {}, found}},
        {"confirmed", {{}, {"--method", "canonical", "--correspondence", found}, {}, found}},
        {"precision", {{"0.99"}, {"--method", "canonical", "--correspondence", found}, {}, found}},
        {"checkpoint", {{in("searches.json")}, {"--method", "canonical"}, {}, in("searches.json")}},
        {"similarity", {{"angular"}, {"--correspondence", found}, {}, found}},
        {"threshold", {{"0.9"}, {"--correspondence", found, "--similarity", "quantized"}, {}, found}},
        {"shrinkage", {{"0.9"}, {"--correspondence", found, "--similarity", "whitened"}, {}, found}},
        {"whitening-ridge", {{"10"}, {"--correspondence", found, "--similarity", "whitened"}, {}, found}},
        {"force", {{}, {"--correspondence", found}, {}, found}}};
    m_special["translate"] = {{"completion", {{"none"}, {"--delta", "0.2"}}},
                              {"out", {{translated}, {}, {}, translated}},
                              {"adapter", {{in("adapter.npz")}, {}, {}, in("adapter.npz")}},
                              {"index-similarity", {{"euclidean"}, {"--adapter", in("index.npz"), "--force"}}},
                              {"map", {{"ridge"}}},
                              {"force", {{}, {"--out", translated}, {}, translated}}};
    const Change idsOfX{{m_files.ids}, {"--from", "y"}, m_files.bare + ',' + m_files.tables.section(',', 1)};
    m_special["inspect"] = {
        {"relative", {}}, {"from", {{"y"}, {"--pair", m_files.partners}}}, {"ids", idsOfX}}; // the item has an id in Y
    m_special["candidates"] = {{"count", {{"3"}}}, {"ids", idsOfX}};
    m_special["pair-next"] = {{"count", {{"3"}}}};
    m_special["experiment known-pairs"] = {{"method", {{"canonical"}, {"--counts", "3", "--pair", m_files.partners}}},
                                           {"start", {{"profiles"}}},
                                           {"counts", {{"6"}}}};
    m_special["experiment learned-anchors"] = {{"learning-rate", {{"0.5"}}}};
    const QString table = m_files.data + ',' + m_files.tables.section(',', 1); // tables have no images
    m_special["experiment reconstruction"] = {{"force", {{}, {"--strip", picture}, {}, picture}},
                                              {"columns", {{"vector=e0:e2"}, {}, table}},
                                              {"columns-y", {{"vector=e0:e2"}, {}, table}},
                                              {"ids", {{m_files.ids}, {}, m_files.bare + ',' + table.section(',', 1)}},
                                              {"ids-y", {{m_files.ids}, {}, m_files.data + ',' + m_files.bare}}};
}

void TestCliOptions::initTestCase()
{
    m_session = in("made.ascope");
    QCOMPARE(
        runCli({"optimize", m_files.data, "--anchors", "20", "--seeds", "14", "--center", "none", "--out", m_session})
            .exitCode,
        0);
    setLines();
    setChanges();
    setSpecialChanges();
    m_commands = allCommands();
    for (const QString &command : m_commands) {
        m_options[command] = optionsOf(command);
        QVERIFY2(m_lines.contains(command), qPrintable("no line for " + command));
        QVERIFY2(m_options[command].contains("json"), qPrintable(command));
    }
    QVERIFY(m_commands.size() >= 19);
}

const Change *TestCliOptions::changeOf(const QString &command, const QString &option) const
{
    if (const auto of = m_special.find(command); of != m_special.end()) {
        if (const auto found = of->second.find(option); found != of->second.end())
            return &found->second;
    }
    const auto found = m_changes.find(option);
    return found == m_changes.end() ? nullptr : &found->second;
}

/// Figures that a line prints, or its error, and the bytes that it writes.
QJsonValue TestCliOptions::resultOf(const QStringList &line, const QString &file, QJsonObject *settings) const
{
    const CliRun run = file.isEmpty() ? runOnce(line + QStringList{"--json"}) : runCli(line + QStringList{"--json"});
    QJsonObject result = figuresOf(run.json()).toObject();
    for (const QString &key : echoes)
        result.remove(key);
    if (settings)
        *settings = run.json()["settings"].toObject();
    result["exit code"] = run.exitCode;
    QFile written(file);
    if (!file.isEmpty() && written.open(QIODevice::ReadOnly))
        result["bytes"] = QString::fromLatin1(written.readAll().toHex());
    return result;
}

/// A line of the command in which the option has an effect.
QStringList TestCliOptions::lineFor(const QString &command, const QString &option) const
{
    QStringList line = m_lines.at(command);
    if (const Change *change = changeOf(command, option)) {
        if (!change->data.isEmpty())
            line.replaceInStrings(QRegularExpression('^' + QRegularExpression::escape(m_files.data) + '$'),
                                  change->data);
        for (qsizetype i = 0; i < change->under.size(); i += 2)
            line = without(line, change->under[i].mid(2), false);
        line += change->under;
    }
    static const QRegularExpression ofLearning("^param-|-weight$|^off-diagonal$|^jaccard-temperature$");
    if (option.contains(ofLearning) && m_options.at(command).contains("methods"))
        line = without(line, "methods", false) << "--methods"
                                               << "gt,param";
    return line;
}

/// Fault of an option of a command; empty: it changes the result, and JSON contains it.
QString TestCliOptions::failureOf(const QString &command, const QString &option) const
{
    const Change *change = changeOf(command, option);
    if (!change)
        return "is not in this test";
    const QStringList line = lineFor(command, option);
    QStringList changed = without(line, option, change->value.isEmpty()) << dashed(option);
    changed += change->value;
    for (const auto &[from, idle] :
         std::map<QString, QStringList>{{"session", {"anchors", "seeds", "method"}},
                                        {"seeds-only", {"anchors", "method"}},
                                        {"split", {"train-share"}},
                                        {"no-learned", {"param-subset", "param-steps"}},
                                        {"seed-pairs", {"seeds", command == "translate" ? "anchors" : ""}}}) {
        for (const QString &each : option == from ? idle : QStringList())
            changed = without(changed, each, false);
    }
    if (command == "experiment known-pairs" && (option == "session" || option == "seed-pairs"))
        changed = without(changed, "pairs", false);
    if (option == "method") // ridge and other options of another method
        changed = without(changed, "ridge", false);
    const auto prepareFile = [&] {
        if (!change->file.isEmpty())
            QFile::remove(change->file);
        if (option == "force")
            test::writeText(m_files.folder, QFileInfo(change->file).fileName(), "another file");
    };
    QJsonObject settings;
    prepareFile();
    const QJsonObject before = resultOf(line, change->file, nullptr).toObject();
    prepareFile();
    const QJsonObject after = resultOf(changed, change->file, &settings).toObject();
    static const QStringList openWhatIsRefused{"force", "skip-bad-rows", "shape"};
    if (before["exit code"] != 0 && !openWhatIsRefused.contains(option))
        return "has no line to change: " + QJsonDocument(before).toJson() + line.join(' ');
    if (before == after)
        return "changes nothing: " + changed.join(' ');
    if (after["exit code"] != 0)
        return "is refused: " + QJsonDocument(after).toJson() + changed.join(' ');
    const QString key = QString(option).replace('-', '_');
    const QJsonValue used = settings[key];
    QStringList values;
    for (const QVariant &each : used.isArray() ? used.toArray().toVariantList() : QVariantList{used.toVariant()})
        values << each.toString();
    const QString value = values.join(','), expected = change->value.isEmpty() ? "true" : change->value.front();
    if (option != "force" && option != "columns" && value != expected)
        return "is not what the settings say: " + value + ", not " + expected;
    return {};
}

void TestCliOptions::everyOptionHasAnEffect_data()
{
    QTest::addColumn<QString>("command");
    for (const QString &command : m_commands) {
        if (command != predicting) // tst_clianchors
            QTest::newRow(qPrintable(command)) << command;
    }
}

void TestCliOptions::everyOptionHasAnEffect()
{
    QFETCH(QString, command);
    QStringList failures;
    for (const QString &option : m_options[command]) {
        if (ofOutput.contains(option) || ofLargeSets.contains(option))
            continue;
        if (const QString failure = failureOf(command, option); !failure.isEmpty()) {
            failures << command + " --" + option;
            qWarning("%s: --%s %s", qPrintable(command), qPrintable(option), qPrintable(failure));
        }
    }
    QVERIFY2(failures.isEmpty(), qPrintable(failures.join(", ")));
}

/// Options of other commands are errors. Qt names all unknown options together.
void TestCliOptions::foreignOptionsAreRefused()
{
    QStringList all;
    for (const auto &[command, options] : m_options)
        all += options;
    all.removeDuplicates();
    for (const QString &command : m_commands) {
        QStringList line = m_lines[command], foreign;
        for (const QString &option : all) {
            if (!m_options[command].contains(option))
                foreign << option;
        }
        for (const QString &option : foreign)
            line << dashed(option);
        const CliRun run = runCli(line + QStringList{"--json"});
        QCOMPARE(run.exitCode, 2);
        const QString message = run.error()["message"].toString();
        for (const QString &option : foreign) {
            const QRegularExpression word("\\b" + option + "\\b");
            QVERIFY2(message.contains(word), qPrintable(command + ": " + option + " in " + message));
        }
    }
}

/// An option is in the same group of the help of each command, except where it has another meaning.
void TestCliOptions::optionsKeepTheirGroups()
{
    static const QStringList several{"checkpoint", "session",    "count",  "k",
                                     "from",       "statistics", "cutoff", "completion"};
    std::map<QString, QString> groups;
    for (const QString &command : m_commands) {
        const CliRun help = runCli(command.split(' ') << "--help"
                                                      << "--json");
        for (const QJsonValue option : help.json()["options"].toArray()) {
            const QString name = option["name"].toString(), group = option["group"].toString();
            QVERIFY(isSaid(option["about"].toString()));
            QVERIFY2(several.contains(name) || groups.try_emplace(name, group).first->second == group,
                     qPrintable(command + ": " + name + " in " + group));
        }
    }
}

void TestCliOptions::jsonNamesTheOptionsRead()
{
    for (const QString &command : m_commands) {
        if (command == predicting)
            continue;
        QFile::remove(in("converted.h5"));
        const CliRun run = runCli(m_lines[command] + QStringList{"--json"});
        QVERIFY2(run.exitCode == 0, qPrintable(command + run.errors));
        const QJsonObject settings = run.json()["settings"].toObject();
        QVERIFY2(!settings.isEmpty() || command.startsWith("lesson "), qPrintable(command)); // without other settings
        for (const QString &key : settings.keys())
            QVERIFY2(m_options[command].contains(QString(key).replace('_', '-')), qPrintable(command + ": " + key));
        QVERIFY2(!settings.contains("first_seed") || settings["first_seed"] == 0, qPrintable(command));
        for (const char *key : {"anchors", "seeds", "method", "similarity", "optimize_side", "head", "head_input"})
            QVERIFY2(settings.contains(key) || !run.json().contains(key), qPrintable(command + ": " + key));
    }
}

/// The value in parentheses at the end of an option's help is its default. If a line without the option is an error, or
/// if few items lower the default (TestCliInput::defaultsSuitFewItems), it is that of the struct.
void TestCliOptions::helpNamesTheDefaults()
{
    QFETCH(QString, command);
    std::map<QString, QString> ofStructs;
    addDefaults<ProtocolOptions>(ofStructs);
    addDefaults<RetrievalOptions>(ofStructs);
    addDefaults<LearnedAnchorsOptions>(ofStructs);
    ofStructs["completion"] = completionId(TranslationOptions().completion); // chosen by the command translate
    for (const Index anchors : AnchorCountOptions().counts)
        ofStructs["counts"] += (ofStructs["counts"].isEmpty() ? "" : ",") + QString::number(anchors);
    QStringList wrong;
    int compared = 0;
    for (const auto &[option, shown] : defaultsInHelp(command)) {
        QStringList line = without(lineFor(command, option), option, false);
        if (option == "candidates" || option == "order") // option of auto, not of the method in the line
            line = without(line, "method", false);
        const CliRun &run = runOnce(line + QStringList{"--json"});
        const QJsonValue used = run.json()["settings"].toObject().value(QString(option).replace('-', '_'));
        QStringList values;
        for (const QVariant &each : used.isArray() ? used.toArray().toVariantList() : QVariantList{used.toVariant()})
            values << each.toString();
        const bool halved = option == "anchors" || option == "counts";
        const QString value =
            run.exitCode == 0 && !used.isUndefined() && !halved ? values.join(',') : ofStructs[option];
        const bool same = value == shown || (!value.isEmpty() && value.toDouble() == shown.toDouble() &&
                                             shown.contains(QRegularExpression("^[0-9.]+$")));
        if (!same)
            wrong << command + " --" + option + " (" + shown + "): " + value;
        ++compared;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    QVERIFY(compared > 0 || !m_options[command].contains("anchors"));
}

/// The manual lists each command with its options.
void TestCliOptions::manPageNamesAllOptions()
{
    QFile file("resources/man/anchorscope-cli.1");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString page = QString::fromUtf8(file.readAll()).replace("\\-", "-");
    for (const QString &command : m_commands) {
        QStringList names;
        for (const QString &option : m_options[command]) {
            if (!ofOutput.contains(option))
                names << dashed(option);
        }
        const QString entry = ".TP\n.B " + command + '\n' + (names.isEmpty() ? QString() : names.join(' ') + '\n');
        QVERIFY2(page.contains(entry), qPrintable("The manual lacks\n" + entry));
    }
    QProcess check; // and sentences about all of them
    check.start("/usr/bin/python3",
                {"resources/man/make.py", "--check", qEnvironmentVariable("ANCHORSCOPE_TEST_BIN"), "anchorscope-cli"});
    QVERIFY(check.waitForFinished());
    QVERIFY2(check.exitStatus() == QProcess::NormalExit && check.exitCode() == 0, check.readAllStandardError());
}

void TestCliOptions::ineffectiveOptionsAreRefused_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("mentions");
    const auto row = [](const char *name, const char *command, const QStringList &options, const char *mentions) {
        QTest::newRow(name) << QString(command) << options << QString(mentions);
    };
    row("ridge of another method", "retrieval", {"--method", "adam", "--ridge", "1"}, "the method adam");
    row("learning rate of another method", "optimize", {"--learning-rate", "1"}, "the method alternating");
    row("start of another method", "optimize", {"--start", "seeds"}, "the method alternating");
    row("order of another method", "stitch", {"--order", "file"}, "the method alternating");
    row("entropy of another method", "retrieval", {"--method", "auto", "--sinkhorn-epsilon", "1"}, "the method auto");
    row("end of a single step", "retrieval", {"--sinkhorn-stop", "1"}, "--sinkhorn-steps");
    row("moving seeds of another method", "retrieval", {"--free-seeds"}, "the method alternating");
    row("threshold of another similarity", "stitch", {"--threshold", "1"}, "the similarity cosine");
    row("shrinkage of another similarity", "retrieval", {"--shrinkage", "1"}, "the similarity cosine");
    row("similarity that no row uses", "retrieval", {"--methods", "absolute", "--similarity", "angular"}, "--methods");
    row("similarity without a file", "optimize", {"--similarity", "angular"}, "--correspondence");
    row("session and method", "retrieval", {"--session", "S"}, "--session");
    row("session and centring", "translate", {"--session", "S", "--center", "none"}, "--session");
    row("seeds beside pairs", "retrieval", {"--seed-pairs", "P"}, "--seed-pairs");
    row("anchors beside pairs", "translate", {"--seed-pairs", "P"}, "--seed-pairs");
    row("seeds only", "health", {"--seeds-only"}, "the seeds alone");
    row("similarity of a method with its own", "optimize",
        {"--method", "canonical", "--similarity", "angular", "--correspondence", "F"},
        "the matches of canonical have their own scores");
    row("seed without a sample", "retrieval", {"--sample-seed", "3"}, "--sample");
    row("force without output", "optimize", {"--force"}, "no output");
    row("pictures without strip", "experiment reconstruction", {"--pictures", "3"}, "--strip");
    row("subspaces that are all the same", "translate", {"--delta", "0", "--omega", "3"}, "nothing is pruned");
    row("array of a dataset", "convert", {"--array", "x"}, "choose an array");
    row("number of items near none", "convert", {"--near-count", "3"}, "--near");
    row("bad rows of a dataset", "convert", {"--skip-bad-rows"}, "not text");
    row("share beside a split", "experiment stitching", {"--split", "L", "--train-share", "0.5"}, "--split");
    row("cost of a network", "stitch", {"--head", "mlp", "--head-cost", "3"}, "the head mlp");
    row("epochs without a network", "experiment pairs", {"--head-epochs", "3"}, "the head softmax");
    row("epochs beside accuracies", "experiment proxy", {"--accuracies", "A", "--head-epochs", "3"}, "--accuracies");
    row("head beside accuracies", "experiment proxy", {"--accuracies", "A", "--head", "mlp"}, "--accuracies");
    row("subset without learning", "experiment anchor-count", {"--no-learned"}, "no anchors are learned");
}

void TestCliOptions::ineffectiveOptionsAreRefused()
{
    QFETCH(QString, command);
    QFETCH(QStringList, options);
    QFETCH(QString, mentions);
    for (const auto &[letter, file] : std::map<QString, QString>{{"^F$", in("found.csv")},
                                                                 {"^S$", m_session},
                                                                 {"^P$", m_files.pairs},
                                                                 {"^L$", m_files.split},
                                                                 {"^A$", m_files.accuracies}})
        options.replaceInStrings(QRegularExpression(letter), file);
    QStringList line = m_lines[command];
    for (const QString &option : options) {
        if (option.startsWith("--"))
            line = without(line, option.mid(2), false);
    }
    const CliRun run = runCli(line + options + QStringList{"--json"});
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.error()["code"].toString(), QString("wrong-usage"));
    QVERIFY(isSaid(run.error()["message"].toString(), mentions));
}

QTEST_GUILESS_MAIN(TestCliOptions)
#include "tst_clioptions.moc"
