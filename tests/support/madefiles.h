// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/clirun.h"

#include <array>
#include <numeric>

namespace anchorscope::test {

/// A folder with made.h5 (three noisy copies of 60 labelled items with pictures) and files of every kind that the
/// command line reads beside a dataset.
struct MadeFiles
{
    const QTemporaryDir folder;
    QString data, bare, single, tables, badRows, raw, pairs, partners, ids, split, labels, dictionary, accuracies;

    QString path(const QString &name) const { return folder.filePath(name); }

    MadeFiles()
    {
        MadeData made(60);
        auto &thumbnails = made.items().thumbnails;
        thumbnails = {2, 2, 1, std::vector<std::uint8_t>(60 * 4)};
        for (std::size_t i = 0; i < 60; i += 3) // so that no classifier is perfect
            made.items().labels[i] = static_cast<std::int32_t>((i / 3 + i % 2) % 3);
        for (std::size_t i = 0; i < thumbnails.pixels.size(); ++i)
            thumbnails.pixels[i] = static_cast<std::uint8_t>((7 * i) % 251);
        Matrix third = made.space(0).vectors.leftCols(6);
        Random random(5);
        for (Index i = 0; i < third.size(); ++i)
            third.data()[i] += static_cast<float>(0.7 * random.normal());
        Matrix &second = made.space(1).vectors; // the same space with more noise, so that results are not perfect
        for (Index i = 0; i < second.size(); ++i)
            second.data()[i] += static_cast<float>(0.9 * random.normal());
        made.add("gamma", third);
        data = made.save(folder, "made.h5", {0, 1, 2});
        single = made.save(folder, "single.h5", {0});
        addTables(made);
        made.items().ids.clear();
        bare = made.save(folder, "bare.h5", {0, 1});
        addItemFiles();
    }

private:
    void addTables(MadeData &made)
    {
        QByteArray x("id,label,e0,e1,e2,e3\n"), y = x, zeros = x, pairsText("x_id,y_id\n"), partnersText = pairsText,
                                                wrong = pairsText, bad("3 2\na 1 2\nb 3\nc 5 6\n");
        for (Index i = 0; i < 60; ++i) {
            for (auto [text, space] : {std::pair(&x, 0), std::pair(&y, 1)}) {
                *text += QString("item %1,%2").arg(i).arg("abc"[i % 3]).toUtf8();
                for (Index j = 0; j < 4; ++j)
                    *text +=
                        ',' + QByteArray::number(static_cast<double>(made.space(std::size_t(space)).vectors(i, j)));
                *text += '\n';
            }
            zeros +=
                QString("item %1,%2,%3,%4,1,%5\n").arg(i).arg("ab"[i % 2]).arg(i % 7).arg(i % 5).arg(i % 3).toUtf8();
            partnersText += QString("item %1,item %2\n").arg(i).arg((i + 3) % 60).toUtf8();
            if (i < 14) {
                pairsText += QString("item %1,item %1\n").arg(4 * i + 1).toUtf8();
                wrong += QString("item %1,item %2\n").arg(4 * i + 1).arg(i % 7 == 3 ? 4 * i + 3 : 4 * i + 1).toUtf8();
            }
        }
        tables = writeText(folder, "x.csv", x) + ',' + writeText(folder, "y.csv", y);
        writeText(folder, "zeros.csv", zeros.replace("item 8,a,1,3,1,2", "item 8,a,0,0,0,0"));
        writeText(folder, "wrong.csv", wrong);
        writeText(folder, "frame.csv", "id,x,y\nitem 1,0.5,2\nitem 2,1,3\n");
        pairs = writeText(folder, "pairs.csv", pairsText);
        partners = writeText(folder, "partners.csv", partnersText);
        badRows = writeText(folder, "bad.vec", bad);
    }

    void addItemFiles()
    {
        std::array<float, 14> values{};
        std::iota(values.begin(), values.end(), 0.5f);
        raw = writeText(folder, "raw.f32", QByteArray(reinterpret_cast<const char *>(values.data()), sizeof values));
        QByteArray idLines, splitLines, labelLines, dictionaryLines;
        for (int i = 0; i < 60; ++i) {
            const QByteArray item = "item " + QByteArray::number(i) + ',';
            splitLines += item + (i % 3 == 0 ? "test" : "train") + '\n';
            labelLines += item + QByteArray::number(i % 2) + '\n';
            idLines += QString("item %1\n").arg((i + 3) % 60).toUtf8();
            dictionaryLines += item + "item " + QByteArray::number(i) + '\n';
        }
        ids = writeText(folder, "ids.txt", idLines);
        split = writeText(folder, "split.csv", splitLines);
        labels = writeText(folder, "labels.csv", labelLines);
        dictionary = writeText(folder, "dictionary.csv", dictionaryLines);
        accuracies = writeText(folder, "accuracies.csv", "alpha,0.9\nbeta,0.7\ngamma,0.4\n");
    }
};

} // namespace anchorscope::test
