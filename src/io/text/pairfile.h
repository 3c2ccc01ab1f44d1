// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/neighbours/neighbours.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace anchorscope::io {

/// What a line that cannot be used does: fails, or is left out and told of in `warnings`.
enum class PairLines { all, usable };

/// Reads a file of two columns, x_id and y_id (or row numbers, where a table has no ids): CSV, TSV or MUSE's
/// space-separated dictionaries. A first line "x_id,y_id" is a header, as is any first line of no items over others.
/// Every error names its line: "unknown-item", "repeated-item", "bad-line", "no-such-file", "unreadable-file",
/// "empty-file"; "unknown-format" of a binary file. PairLines::usable: what cannot be used is left out; an error if
/// nothing is left. A table of correspondences (a column `mutual`) may have items without a partner, which are left
/// out. A dictionary may give several translations of a word and words that the spaces do not have: the first
/// translation that can be used is kept, the rest is counted in `warnings` (sentences).
Result<std::vector<SeedPair>> readPairs(const std::string &path, const ItemTable &x, const ItemTable &y,
                                        std::vector<std::string> *warnings = nullptr, PairLines lines = PairLines::all);

/// Writes x_id,y_id lines (RFC 4180), atomically.
Status writePairs(const std::string &path, const std::vector<SeedPair> &pairs, const ItemTable &x, const ItemTable &y);

/// Writes y_id,x_id,score,margin,mutual for every item of Y, atomically; no partner: an empty x_id (or y_id).
struct CorrespondenceLine
{
    ItemIndex y = noItem;
    ItemIndex x = noItem;
    float score = 0;
    float margin = 0;
    bool mutual = false;
};
Status writeCorrespondence(const std::string &path, const std::vector<CorrespondenceLine> &lines, const ItemTable &x,
                           const ItemTable &y);

/// Writes y_id,rank,x_id,score, atomically: for every item of Y its partners, the best first (rank 1).
Status writeMatchLists(const std::string &path, const std::vector<std::vector<Neighbour>> &partners, const ItemTable &x,
                       const ItemTable &y);

/// Writes any table of strings as CSV (RFC 4180), atomically.
Status writeCsv(const std::string &path, const std::vector<std::string> &header,
                const std::vector<std::vector<std::string>> &rows);

} // namespace anchorscope::io
