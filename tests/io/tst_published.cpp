// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/stitching.h"
#include "io/dataset/datasetfile.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace anchorscope;

/// The bundled data in published encoders: emoji.h5 and glove.h5.
class TestPublished : public QObject
{
    Q_OBJECT

    static Dataset opened(const char *path)
    {
        auto read = io::openDataset(path);
        return read ? std::move(*read) : Dataset{};
    }

    /// The item whose vector has the greatest cosine with that of `name`, after centring.
    static std::string nearest(const Dataset &dataset, const char *space, const char *name)
    {
        const auto &ids = dataset.items->ids;
        const auto item = std::ranges::find(ids, std::string(name)) - ids.begin();
        Matrix rows = dataset.space(space)->vectors;
        rows.rowwise() -= rows.colwise().mean().eval();
        rows.rowwise().normalize();
        Eigen::VectorXf cosines = rows * rows.row(item).transpose();
        cosines[item] = -1;
        Eigen::Index best = 0;
        cosines.maxCoeff(&best);
        return ids[static_cast<std::size_t>(best)];
    }

private Q_SLOTS:
    void emojiHavePicturesAndMeanings()
    {
        const Dataset emoji = opened("examples/data/emoji.h5");
        QVERIFY(emoji.items);
        QCOMPARE(emoji.items->count, Index(1507));
        QCOMPARE(emoji.items->labelNames.size(), 8u);
        QCOMPARE(emoji.items->thumbnails.width, Index(32));
        QCOMPARE(emoji.items->thumbnails.channels, Index(3));
        QCOMPARE(emoji.spaces.size(), 7u);
        QCOMPARE(emoji.spaces[0]->name, std::string("keywords_glove")); // the pair that opens
        QCOMPARE(emoji.spaces[1]->name, std::string("keywords_sentence"));
        for (const char *space : {"names_glove", "names_sentence", "pictures_nanodet", "pictures_centernet"})
            QCOMPARE(nearest(emoji, space, "red apple"), std::string("green apple"));
    }

    void wordsAreLabelledInOrder()
    {
        const Dataset glove = opened("examples/data/glove.h5"), words = opened("examples/data/words.h5");
        QVERIFY(glove.items && words.items);
        QCOMPARE(glove.items->count, Index(4921));
        const std::set<std::string> known(words.items->ids.begin(), words.items->ids.end());
        QVERIFY(std::ranges::all_of(glove.items->ids, [&](const std::string &word) { return known.contains(word); }));
        const std::vector<double> bands = labelValues(glove.items->labelNames);
        QCOMPARE(bands.size(), 10u);
        QVERIFY(std::ranges::is_sorted(bands));
        QCOMPARE(glove.items->ids[0], std::string("the"));
        QCOMPARE(glove.items->labelName(0), std::string("1"));
    }
};

QTEST_GUILESS_MAIN(TestPublished)
#include "tst_published.moc"
