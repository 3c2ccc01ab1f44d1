// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/neighbours/neighbours.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

/// Treatments of unusable lines in a file of pairs: with `all` they are errors, with `usable` they are skipped and
/// reported in `warnings`. `several` is like `all`, but items may have several partners, except in dictionaries.
enum class PairLines { all, usable, several };

/// Reads a file of two columns, x_id and y_id (or row numbers, if a table has no ids): CSV, TSV or MUSE's
/// space-separated dictionaries. A first line "x_id,y_id" is a header, as is a first line without items followed by
/// other lines. Every error names its line: "unknown-item", "repeated-item", "bad-line", "no-such-file",
/// "unreadable-file", "empty-file"; "unknown-format" for a binary file. With PairLines::usable it is an error only if
/// no line is usable. A table of correspondences (with a column `mutual`) may contain items without a match, which are
/// skipped. A dictionary may contain several translations of a word, and words missing in the spaces: the first usable
/// translation counts, and `warnings` reports the number of others.
Result<std::vector<SeedPair>> readPairs(const std::string &path, const ItemTable &x, const ItemTable &y,
                                        std::vector<std::string> *warnings = nullptr, PairLines lines = PairLines::all);

/// Writes pairs as lines x_id,y_id (RFC 4180), atomically.
Status writePairs(const std::string &path, const std::vector<SeedPair> &pairs, const ItemTable &x, const ItemTable &y);

/// Line of writeCorrespondence(), which atomically writes y_id,x_id,score,margin,mutual,probability for every item of
/// Y. The x_id (or y_id) of an item without a match is empty.
struct CorrespondenceLine
{
    ItemIndex y = noItem;
    ItemIndex x = noItem;
    float score = 0;
    float margin = 0;
    bool mutual = false;
    std::optional<float> probability = {}; ///< probability of a correct match; none: an empty field
};
Status writeCorrespondence(const std::string &path, const std::vector<CorrespondenceLine> &lines, const ItemTable &x,
                           const ItemTable &y);

/// Writes lines y_id,rank,x_id,score, atomically: for every item of Y its matches, the best first (rank 1).
Status writeMatchLists(const std::string &path, const std::vector<std::vector<Neighbour>> &partners, const ItemTable &x,
                       const ItemTable &y);

/// Writes any table of strings as CSV (RFC 4180), atomically.
Status writeCsv(const std::string &path, const std::vector<std::string> &header,
                const std::vector<std::vector<std::string>> &rows);

} // namespace anchorscope::io
