// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::io {

// Annotations that a user supplies beside the vectors: a file of two columns (io/text/itemfile.h) or a group of an
// Anchorscope dataset (io/README.md, “Dataset, version 1”), whose items are found by their ids; it may have more of
// them. Errors: those of the files; "bad-dataset" if a dataset lacks the group, or it has another form.

/// Items of a file of vectors with the ids and labels of another file, which has a line for each row, in the order
/// of the rows: one column of ids (if all differ) or of labels, or two, ids and labels, as CSV or TSV. One line more
/// is a header, which may name them in any order (id, word, label, class …); other columns that it names are kept as
/// columns of the items. Errors: "bad-line", "repeated-item" with the line, "bad-dataset" if the number of lines
/// differs, and those of the file.
Result<ItemTable> readItems(const std::string &path, const ItemTable &rows);

/// Items with the split given by a file or by /items/part of a dataset.
Result<ItemTable> readSplit(const std::string &path, const ItemTable &items);

/// Items with the labels given by a file, or with a set of labels of a dataset, /items/labels/NAME, which is named
/// after the path and a colon: “data.h5:fine”.
Result<ItemTable> readLabels(const std::string &place, const ItemTable &items);

/// Names of spaces and their accuracies; of a dataset the attribute “accuracy” of each space that has one.
Result<std::vector<std::pair<std::string, double>>> readAccuracies(const std::string &path);

} // namespace anchorscope::io
