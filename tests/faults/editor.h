// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/random.h"
#include "io/session/session.h"

#include <QJsonArray>
#include <QJsonObject>

#include <cmath>
#include <functional>
#include <limits>

namespace anchorscope::test {

/// Edits that make a file unexpected.
class Editor
{
public:
    explicit Editor(std::uint64_t seed) : m_random(seed) {}

    template <class T> T pick(const std::vector<T> &choices)
    {
        return choices[static_cast<std::size_t>(below(std::ssize(choices)))];
    }
    Index below(Index count) { return count > 0 ? m_random.below(count) : 0; }

    static std::string repeated(const std::string &text, Index times)
    {
        std::string all;
        for (Index i = 0; i < times; ++i)
            all += text;
        return all;
    }
    void edit(ItemIndex &item) { item = pick<ItemIndex>({-2147483647 - 1, -2, -1, 0, 1, 59, 60, 61, 2147483647}); }
    void edit(Index &number) { number = pick<Index>({-1, 0, 1, 60, 61, 1L << 40, std::numeric_limits<Index>::max()}); }
    void edit(double &number) { number = pick<double>({-INFINITY, -1, 0, 1e-300, 0.5, 1e300, INFINITY, NAN}); }
    void edit(float &number) { number = pick<float>({-INFINITY, -1, 0, 1e-40F, 1e38F, INFINITY, NAN}); }
    void edit(std::string &text)
    {
        text = pick<std::string>({"", "quantum", "auto", "cosine", "\xff\xfe", "../../etc/passwd", "/dev/zero",
                                  "turn=1e308", "stretch=nan", std::string(70000, 'x'), "toy:wedges,n=2000",
                                  std::string("a\0b", 3), "=1+1"});
    }
    template <class T> void edit(std::optional<T> &maybe)
    {
        if (below(3) == 0)
            return maybe.reset();
        maybe.emplace();
        edit(*maybe);
    }
    template <class T> void edit(std::vector<T> &list)
    {
        const Index at = below(std::ssize(list));
        switch (below(6)) {
        case 0:
            return list.clear();
        case 1:
            return list.resize(static_cast<std::size_t>(at));
        case 2:
            return list.resize(list.size() * 2 + 1);
        case 3:
            return list.resize(1);
        default:
            if (!list.empty())
                edit(list[static_cast<std::size_t>(at)]);
        }
    }
    void edit(Matrix &matrix)
    {
        switch (below(5)) {
        case 0:
            return matrix.resize(0, 0);
        case 1:
            return static_cast<void>(matrix.setZero(matrix.rows() + 1, matrix.cols()));
        case 2:
            return static_cast<void>(matrix.setZero(matrix.rows(), matrix.cols() + 3));
        case 3:
            return static_cast<void>(matrix.setZero(1, 1));
        default:
            if (matrix.size() > 0)
                edit(matrix.data()[below(matrix.size())]);
        }
    }

    /// Changes one value of a session, which is then written as the program writes it.
    void edit(io::Session &session)
    {
        io::RunRecord &run = session.runs.front();
        OptimizeSummary &found = run.summary;
        const std::vector<std::function<void()>> edits{
            [&] { edit(run.anchorsOfX); },
            [&] { edit(run.seedsOfY); },
            [&] { edit(found.anchorsOfY); },
            [&] { edit(found.discreteOfY); },
            [&] { edit(found.correspondence); },
            [&] { edit(found.correspondenceScore); },
            [&] { edit(found.metric.directionsOfX); },
            [&] { edit(found.metric.directionsOfY); },
            [&] { edit(found.metric.meanOfX); },
            [&] { edit(found.metric.meanOfY); },
            [&] { edit(found.metric.ridge); },
            [&] { edit(found.methodUsed); },
            [&] { edit(found.verdict.suspectSeeds); },
            [&] { edit(found.bestIteration); },
            [&] { edit(run.options.method); },
            [&] { edit(run.options.start); },
            [&] { edit(run.options.candidates); },
            [&] { edit(run.options.iterations); },
            [&] { edit(run.options.learningRate); },
            [&] { edit(run.options.ridge); },
            [&] { edit(run.options.epsilon); },
            [&] { edit(run.options.timeLimitSeconds); },
            [&] { edit(run.transform); },
            [&] { edit(session.similarity); },
            [&] { edit(session.transform); },
            [&] { edit(session.chosenRun); },
            [&] { edit(session.anchorCount); },
            [&] { edit(session.data.maxItems); },
            [&] { session.data.sample = !session.data.sample; },
            [&] { edit(session.itemsX.rows); },
            [&] { edit(session.itemsX.ids); },
            [&] { edit(session.itemsY.rows); },
            [&] { edit(session.itemsY.ids); },
            [&] { edit(session.data.x.space); },
            [&] { edit(session.fileY.hash); },
            [&] { edit(session.data.x.columns); },
            [&] { session.runs.clear(); },
            [&] { session.runs.resize(3); },
            [&] { session.otherPairs.push_back(session); },
            [&] { edit(run.name); },
            [&] { session.runs.resize(10001); },
            [&] { session.seeds.resize(100000); },
            [&] { edit(session.view["panels.filter"]); },
            [&] { session.view["panels.filter"] = repeated("id = \"item 1\" or ", 300000); },
            [&] { session.view["panels.filter"] = repeated("(", 1000 + 1000000 * below(2)); },
            [&] { edit(session.view["panels.looks"]); },
            [&] { session.view["panels.looks"] = repeated("1:hide;", 200000); },
            [&] { edit(session.view["panels.axes.x"]); },
            [&] { edit(session.view["panels.colour"]); },
            [&] {
                edit(session.view[pick<std::string>(
                    {"methods", "retrieval.k", "stitching.head", "panels.frame", "selection.link", "panels.shown"})]);
            },
        };
        edits[static_cast<std::size_t>(below(std::ssize(edits)))]();
    }

    /// Changes one value of JSON at a random place.
    QJsonValue edited(const QJsonValue &value, int depth = 0)
    {
        if (value.isObject() && !value.toObject().isEmpty() && below(12) != 0) {
            QJsonObject object = value.toObject();
            const QString key = object.keys()[below(object.size())];
            if (below(8) == 0)
                object.remove(key);
            else
                object[key] = edited(object[key], depth + 1);
            return object;
        }
        if (value.isArray() && !value.toArray().isEmpty() && below(12) != 0) {
            QJsonArray array = value.toArray();
            const qsizetype at = below(array.size());
            if (below(8) == 0)
                array.removeAt(at);
            else
                array[at] = edited(array[at], depth + 1);
            return array;
        }
        return pick<QJsonValue>({QJsonValue(), true, -1, 0, 1, 61, 2147483647, -1e300, 0.5, "", "quantum", QJsonArray(),
                                 QJsonObject(), QJsonArray{QJsonArray{1, 2}, QJsonArray{3}}, QString(70000, 'x')});
    }

    QByteArray damaged(QByteArray bytes)
    {
        const qsizetype at = below(bytes.size()), length = 1 + below(std::min<qsizetype>(bytes.size() - at, 600));
        switch (below(6)) {
        case 0:
            return bytes.left(at);
        case 1:
            return bytes.replace(at, length, QByteArray(length, '\0'));
        case 2:
            return bytes.remove(at, length);
        case 3:
            return bytes.insert(at, bytes.mid(below(bytes.size()), length));
        default:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
            return bytes;
        }
    }

private:
    Random m_random;
};

} // namespace anchorscope::test
