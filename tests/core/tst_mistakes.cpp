// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/mistakes.h"
#include "core/random.h"

#include <QtTest>

using namespace anchorscope;

namespace {

constexpr Index items = 600, dimension = 8;
constexpr ItemIndex firstOfCluster = 500; ///< the last hundred items are near one direction
constexpr Index seeds = 8;

/// Two equal spaces. Every second item of the cluster was matched with the next one of the list.
struct World
{
    PreparedSpace x, y;
    AnchorSet anchors;
    ItemTable table;
    Correspondence truth = Correspondence::byRow(items);
    std::vector<ItemIndex> found;
    std::vector<float> scores;

    World()
    {
        Random random(3);
        Matrix rows(items, dimension);
        for (Index i = 0; i < items; ++i) {
            for (Index c = 0; c < dimension; ++c)
                rows(i, c) = static_cast<float>(random.normal()) * (i < firstOfCluster ? 1.0F : 0.05F);
            if (i >= firstOfCluster)
                rows(i, 0) += 1;
        }
        x = y = prepare(rows, Centering::none);
        for (ItemIndex i = 0; i < seeds; ++i) {
            anchors.itemsOfX.push_back(i);
            anchors.seedsOfY.push_back(i);
        }
        found = allItems(items);
        for (ItemIndex i = firstOfCluster; i < items; i += 2)
            found[static_cast<std::size_t>(i)] = i + 1;
        scores.assign(items, -0.1F);
        table.count = items;
        ItemColumn kind{.name = "kind", .kind = ColumnKind::category};
        ItemColumn number{.name = "number", .kind = ColumnKind::number};
        ItemColumn same{.name = "same", .kind = ColumnKind::category};
        same.texts = {"one"};
        same.values.assign(items, 0);
        kind.texts = {"other", "cluster"};
        for (ItemIndex i = 0; i < items; ++i) {
            table.ids.push_back("item " + std::to_string(i));
            table.labels.push_back(i < firstOfCluster ? 0 : 1);
            kind.values.push_back(i % 2);
            number.numbers.push_back(i % 10);
        }
        table.labelNames = {"plain", "cluster"};
        table.columns = {kind, number, same};
    }

    Result<Mistakes> mistakes() const
    {
        const AnchoredPair pair{x, y, anchors, similarities().front()};
        return findMistakes({pair, found, scores, truth, table});
    }
};

const MistakesByColumn *columnNamed(const Mistakes &mistakes, const std::string &name)
{
    const auto at = std::ranges::find(mistakes.columns, name, &MistakesByColumn::column);
    return at == mistakes.columns.end() ? nullptr : &*at;
}

} // namespace

/// Finds mistakes of a run from its stored result.
class TestMistakes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wrongItemsAreThoseThatMissTheirPartner()
    {
        const auto seen = World().mistakes();
        QVERIFY(seen.ok());
        QVERIFY(seen->byTruth);
        QCOMPARE(static_cast<Index>(seen->judged.size()), items - seeds); // seeds were given
        QCOMPARE(seen->wrong.size(), std::size_t{50});
        for (std::size_t i = 0; i < seen->wrong.size(); ++i) {
            const Mistake &each = seen->wrong[i];
            QCOMPARE(each.partner, each.y);
            QCOMPARE(each.found, each.y + 1);
            QVERIFY(each.surplus <= 1e-6F); // the true partner is equally near, so nothing is nearer
            QVERIFY(i == 0 || seen->wrong[i - 1].surplus >= each.surplus);
        }
    }

    void groupsCountTheirItems()
    {
        const auto seen = World().mistakes();
        QVERIFY(seen.ok());
        QCOMPARE(seen->label.groups.size(), std::size_t{2});
        QCOMPARE(seen->label.groups[0].name, std::string("cluster")); // worst group first
        QCOMPARE(seen->label.groups[0].share(), 0.5);
        QCOMPARE(seen->label.groups[1].wrong.size(), std::size_t{0});
        const MistakesByColumn *rows = columnNamed(*seen, rowColumn), *number = columnNamed(*seen, "number");
        QVERIFY(rows && number && columnNamed(*seen, "kind"));
        QVERIFY(!columnNamed(*seen, "same")); // a single group distinguishes nothing
        QCOMPARE(rows->groups.size(), std::size_t{5});
        QCOMPARE(rows->groups[0].name, std::string("8 to 126")); // 592 items, without the first eight, which are seeds
        QCOMPARE(rows->groups[4].name.substr(rows->groups[4].name.size() - 3), std::string("599"));
        for (int i = 0; i < 4; ++i)
            QCOMPARE(rows->groups[static_cast<std::size_t>(i)].wrong.size(), std::size_t{0});
        QCOMPARE(rows->groups[4].wrong.size(), std::size_t{50});
        // Only even numbers are wrong: ten values in fifths that keep equal values together.
        for (const MistakeGroup &group : number->groups) {
            for (const ItemIndex item : group.items)
                QVERIFY(group.name.find(std::to_string(item % 10)) != std::string::npos || group.items.size() > 59);
        }
        QVERIFY(seen->columns.back().column != "kind" || seen->columns.size() == 1); // differs most by chance
    }

    /// The thirty most frequent values have a group each; the others share one, and items without a value another.
    void rareAndMissingValuesAreGroups()
    {
        World world;
        ItemColumn town{.name = "town", .kind = ColumnKind::category};
        for (int value = 0; value < 40; ++value)
            town.texts.push_back("town " + std::to_string(value));
        for (ItemIndex i = 0; i < items; ++i)
            town.values.push_back(i >= 550 ? -1 : i >= 450 ? 30 + i % 10 : i % 30);
        world.table.columns = {town};
        std::ranges::fill_n(world.table.labels.begin() + 100, 20, unlabelled);
        const auto seen = world.mistakes();
        QVERIFY(seen.ok());
        const auto sizeOf = [](const std::vector<MistakeGroup> &groups, const std::string &name) {
            const auto found = std::ranges::find(groups, name, &MistakeGroup::name);
            return found == groups.end() ? std::size_t{0} : found->items.size();
        };
        const MistakesByColumn *towns = columnNamed(*seen, "town");
        QVERIFY(towns);
        QCOMPARE(towns->groups.size(), std::size_t{32});
        QCOMPARE(sizeOf(towns->groups, "town 29"), std::size_t{15});
        QCOMPARE(sizeOf(towns->groups, "other values"), std::size_t{100});
        QCOMPARE(sizeOf(towns->groups, "no value"), std::size_t{50});
        QCOMPARE(sizeOf(seen->label.groups, "no label"), std::size_t{20});
    }

    void regionsAreFoundWithoutLabels()
    {
        World world;
        world.table.labels.clear();
        world.table.labelNames.clear();
        const auto seen = world.mistakes();
        QVERIFY(seen.ok());
        QVERIFY(seen->label.groups.empty());
        QVERIFY(!seen->regions.empty());
        std::size_t wrong = 0;
        for (const MistakeGroup &region : seen->regions) {
            wrong += region.wrong.size();
            QVERIFY(region.share() > 2 * seen->share());
            const Matrix rows =
                alignedRows({world.x, world.y, world.anchors, similarities().front()}, Side::y, region.wrong, {});
            Index central = 0;
            (rows * rows.colwise().sum().transpose()).eval().col(0).maxCoeff(&central);
            const std::string first = world.table.name(region.wrong[static_cast<std::size_t>(central)]);
            QVERIFY2(region.name.starts_with(first + ","), region.name.c_str());
        }
        QVERIFY2(wrong >= 45, qPrintable(QString::number(wrong)));
    }

    /// Pockets of different sizes, one of which has far more mistakes than the others.
    void everyPocketIsFound()
    {
        constexpr Index many = 3000, wide = 12;
        World world;
        Random random(5);
        Matrix rows(many, wide);
        const std::vector<std::pair<ItemIndex, ItemIndex>> pockets{{0, 150},   {300, 330},   {600, 625},
                                                                   {900, 940}, {1200, 1260}, {1500, 1520}};
        for (ItemIndex i = 0; i < many; ++i) {
            const auto pocket =
                std::ranges::find_if(pockets, [i](const auto &each) { return i >= each.first && i < each.second; });
            for (Index c = 0; c < wide; ++c)
                rows(i, c) = static_cast<float>(random.normal()) * (pocket == pockets.end() ? 1.0F : 0.1F);
            if (pocket != pockets.end())
                rows(i, pocket - pockets.begin()) += 2;
        }
        world.x = world.y = prepare(rows, Centering::none);
        world.anchors = {};
        for (ItemIndex i = 2000; i < 2030; ++i) { // in all directions
            world.anchors.itemsOfX.push_back(i);
            world.anchors.seedsOfY.push_back(i);
        }
        world.truth = Correspondence::byRow(many);
        world.table = {};
        world.table.count = many;
        world.found = allItems(many);
        world.scores.assign(many, -0.1F);
        for (const auto &[first, last] : pockets) {
            for (ItemIndex i = first; i + 1 < last; i += 2)
                world.found[static_cast<std::size_t>(i)] = i + 1;
        }
        for (ItemIndex i = 1600; i < many; i += 50) // a few elsewhere
            world.found[static_cast<std::size_t>(i)] = i - 1;
        const auto seen = world.mistakes();
        QVERIFY(seen.ok());
        for (const auto &[first, last] : pockets) {
            const auto holds = [first = first, last = last](const MistakeGroup &region) {
                const auto inside =
                    std::ranges::count_if(region.items, [&](ItemIndex item) { return item >= first && item < last; });
                return 2 * inside > std::ssize(region.items) && 2 * inside > last - first;
            };
            QVERIFY2(std::ranges::any_of(seen->regions, holds), qPrintable(QString::number(first)));
        }
        QVERIFY2(seen->regions.size() <= 10, qPrintable(QString::number(seen->regions.size())));
    }

    void uniformMistakesFormNoRegion()
    {
        World world;
        world.found = allItems(items);
        for (ItemIndex i = 8; i + 10 < items; i += 10)
            std::swap(world.found[static_cast<std::size_t>(i)], world.found[static_cast<std::size_t>(i) + 5]);
        const auto seen = world.mistakes();
        QVERIFY(seen.ok());
        QVERIFY(seen->wrong.size() > 100);
        QVERIFY(seen->regions.empty());
    }

    void withoutTruthTheWeakerClaimIsNotConfirmed()
    {
        World world;
        world.truth = {};
        for (ItemIndex i = firstOfCluster; i < items; i += 2)
            world.scores[static_cast<std::size_t>(i)] = -0.2F; // i + 1 has the same match with a better score
        const auto seen = world.mistakes();
        QVERIFY(seen.ok());
        QVERIFY(!seen->byTruth);
        QCOMPARE(seen->wrong.size(), std::size_t{50});
        for (const Mistake &each : seen->wrong) {
            QCOMPARE(each.y % 2, 0);
            QCOMPARE(each.partner, noItem);
            QVERIFY(each.surplus >= 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestMistakes)
#include "tst_mistakes.moc"
