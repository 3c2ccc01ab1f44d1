// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/random.h"
#include "io/dataset/datasetfile.h"
#include "support/sentences.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace anchorscope::test {

/// Milliseconds; sanitizers make programs up to twenty times slower.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr int longestRun = 600000;
#else
inline constexpr int longestRun = 120000;
#endif

/// One run of the built anchorscope-cli.
struct CliRun
{
    int exitCode = -1;
    QByteArray output, errors;
    QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
    QJsonObject error() const { return json()["error"].toObject(); }
};

/// Runs the program, in a folder if one is given.
inline CliRun runUnchecked(const QStringList &arguments, const QString &folder = {})
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(qEnvironmentVariable("ANCHORSCOPE_TEST_BIN") + "/anchorscope-cli", arguments);
    CliRun run;
    if (!process.waitForFinished(longestRun) || process.exitStatus() != QProcess::NormalExit)
        return run;
    run.exitCode = process.exitCode();
    run.output = process.readAllStandardOutput();
    run.errors = process.readAllStandardError();
    return run;
}

/// Runs the program. What it writes to the standard error, except progress, and warnings and errors in JSON must be
/// stored sentences.
inline CliRun runCli(const QStringList &arguments)
{
    CliRun run = runUnchecked(arguments);
    if (!arguments.contains("--progress"))
        expectSaid(run.errors);
    expectSaid(run.error()["message"].toString());
    for (const QJsonValue &warning : run.json()["warnings"].toArray())
        expectSaid(warning.toString());
    return run;
}

/// A clustered cloud and a rotated, noisy copy, labelled by cluster, with ids "item 0", …. The rotation shifts the
/// dimensions by one: reversing them is its own inverse, so that a map fitted in the wrong direction would pass.
struct MadeData
{
    Dataset dataset;
    explicit MadeData(Index count = 240)
    {
        Random random(1);
        auto items = std::make_shared<ItemTable>();
        items->count = count;
        items->labelNames = {"a", "b", "c"};
        Matrix centres(3, 10), x(count, 10), y(count, 10);
        for (Index i = 0; i < centres.size(); ++i)
            centres.data()[i] = static_cast<float>(2 * random.normal());
        for (Index i = 0; i < count; ++i) {
            items->ids.push_back("item " + std::to_string(i));
            items->labels.push_back(static_cast<std::int32_t>(i % 3));
            for (Index j = 0; j < 10; ++j)
                x(i, j) = centres(i % 3, j) + static_cast<float>(random.normal());
            for (Index j = 0; j < 10; ++j)
                y(i, j) = x(i, (j + 1) % 10) + static_cast<float>(0.05 * random.normal());
        }
        dataset.items = items;
        add("alpha", x);
        add("beta", y);
    }
    void add(const std::string &name, const Matrix &vectors)
    {
        auto set = std::make_shared<EmbeddingSet>();
        set->name = name;
        set->storedType = "float32";
        set->vectors = vectors;
        set->items = dataset.items;
        dataset.spaces.push_back(set);
    }
    EmbeddingSet &space(std::size_t i) { return const_cast<EmbeddingSet &>(*dataset.spaces[i]); }
    ItemTable &items() { return const_cast<ItemTable &>(*dataset.items); }

    /// Saves some of the spaces; returns the path, or an empty one on failure.
    QString save(const QTemporaryDir &folder, const QString &name, std::vector<std::size_t> spaces = {0, 1}) const
    {
        Dataset part = dataset;
        part.spaces.clear();
        for (const std::size_t i : spaces)
            part.spaces.push_back(dataset.spaces[i]);
        const QString path = folder.filePath(name);
        return io::saveDataset(path.toStdString(), part) ? path : QString();
    }
};

inline QString writeText(const QTemporaryDir &folder, const QString &name, const QByteArray &text)
{
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
}

} // namespace anchorscope::test
