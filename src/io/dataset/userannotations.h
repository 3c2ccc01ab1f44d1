// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::io {

// Annotations that a user supplies with the vectors: a file of two columns (io/text/itemfile.h) or a group of an
// Anchorscope dataset (io/README.md, “Dataset, version 1”), whose items are found by their ids; it may contain further
// items. Errors: those of the files; "bad-dataset" if a dataset lacks the group, or if the group has another form.

/// Reads ids and labels for the rows of a file of vectors from another file with one line per row, in the same order:
/// one column of ids (if all differ) or of labels, or two, ids and labels, as CSV or TSV. An additional first line is a
/// header, which may name them in any order (id, word, label, class …); further columns that it names become columns of
/// the items. Errors: "bad-line", "repeated-item" with the line, "bad-dataset" if the number of lines differs, and
/// those of the file.
Result<ItemTable> readItems(const std::string &path, const ItemTable &rows);

/// Returns the items with the split in a file or in /items/part of a dataset.
Result<ItemTable> readSplit(const std::string &path, const ItemTable &items);

/// Returns the items with the labels in a file, or with a set of labels of a dataset, /items/labels/NAME, whose name
/// follows the path and a colon: “data.h5:fine”.
Result<ItemTable> readLabels(const std::string &place, const ItemTable &items);

/// Reads names of spaces and their accuracies; of a dataset, the attribute “accuracy” of each space that has one.
Result<std::vector<std::pair<std::string, double>>> readAccuracies(const std::string &path);

} // namespace anchorscope::io
