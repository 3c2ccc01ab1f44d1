// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::io {

// Readers of data that a user adds to the items of a file. These data are in a file of two columns (io/text/itemfile.h)
// or in a group of an Anchorscope dataset (io/README.md, “Dataset, version 1”), which may also contain other items;
// items are found by their ids. Errors: those of reading the file; "bad-dataset" if a dataset does not contain the
// group, or contains it in another form.

/// Reads the ids and labels for the rows of a file of vectors; they are in another file, which has one line for each
/// row in the same order. As CSV or TSV, it has one column of ids (if all differ) or of labels, or two columns, ids and
/// labels. A further first line is a header; it may name the columns in any order (id, word, label, class …), and more
/// columns, which become columns of the items. Errors: "bad-line" and "repeated-item" with the line, "bad-dataset" if
/// the number of lines differs, and those of reading the file.
Result<ItemTable> readItems(const std::string &path, const ItemTable &rows);

/// Returns a copy of `items` with the split (train, test or anchor) from a file of two columns, or from /items/part of
/// a dataset.
Result<ItemTable> readSplit(const std::string &path, const ItemTable &items);

/// Returns a copy of `items` with the labels from a file of two columns, or from a set of labels of a dataset,
/// /items/labels/NAME. The name of the set follows the path after a colon: “data.h5:fine”.
Result<ItemTable> readLabels(const std::string &place, const ItemTable &items);

/// Reads the accuracy of each space from a file of names and numbers; or, from a dataset, the attribute “accuracy” of
/// each space that has one.
Result<std::vector<std::pair<std::string, double>>> readAccuracies(const std::string &path);

} // namespace anchorscope::io
