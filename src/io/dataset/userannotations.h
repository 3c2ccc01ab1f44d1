// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::io {

// Readers of data about items, which are found by id, in a file of two columns (io/dataset/itemfile.h) or in a group of
// an Anchorscope dataset (io/README.md, “Dataset, version 1”), which may also contain other items. Errors: those of
// reading the file; "bad-dataset" if a dataset lacks the group, or has it in another form.

/// Reads ids and labels for the rows of a file of vectors from another file, which has one line for each row in the
/// same order or in that of a column `row`: one column of ids (if all differ) or of labels, or ids and labels. An
/// additional first line of a text is a header; it may name these columns in any order (id, word, label, class …), and
/// more columns, which are kept. If the rows have ids already, the lines must have the same ids, in any order; lines
/// without ids are taken in the order of the rows, with a warning. Errors: "bad-line" and "repeated-item" with the
/// line, "bad-dataset" if the ids or the number of lines differ, and those of reading the file.
Result<ItemTable> readItems(const std::string &path, const ItemTable &rows, std::vector<std::string> &warnings);

/// Returns a copy of `items` with the split (train, test, anchor) that a file of two columns, or /items/part of a
/// dataset, contains.
Result<ItemTable> readSplit(const std::string &path, const ItemTable &items);

/// Returns a copy of `items` with the labels in a file of two columns or, for “data.h5:NAME”, in /items/labels/NAME of
/// a dataset.
Result<ItemTable> readLabels(const std::string &place, const ItemTable &items);

/// Reads the accuracies of spaces from a file of names and numbers, or from the attributes “accuracy” in a dataset.
Result<std::vector<std::pair<std::string, double>>> readAccuracies(const std::string &path);

/// Reads coordinates in a plane (a frame), named after the file, from a file that openFile() supports. Coordinates are
/// assigned by id; by row, if the file or the items have no ids and the counts agree. Items missing in the file get
/// NaN, with a warning. Errors: those of openFile(), "bad-dataset" without a space of two dimensions,
/// "different-counts", "no-matching-ids".
Result<ItemCoordinates> readFrame(const std::string &path, const ItemTable &items, std::vector<std::string> &warnings,
                                  const RunContext &context = {});

/// Adds a frame to a dataset, or replaces the frame of the same name.
void addFrame(Dataset &dataset, ItemCoordinates frame);

} // namespace anchorscope::io
