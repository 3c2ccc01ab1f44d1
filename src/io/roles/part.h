// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/facts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Role of a part of a file. At most one part contains the ids and one the labels; a vector is a space or a dimension
/// of one; others are stored with the items (ItemTable::columns); ignored ones are omitted.
enum class ColumnUse { id, label, vector, other, ignored };

/// Name of a role in a choice: "id", "label", "vector", "other", "ignore".
const char *columnUseId(ColumnUse use);

/// One part of a file and its role: a column of a table, a member of JSON objects, an array of an archive, an element
/// of AnnData. All readers of formats with several parts pass theirs to assignRoles() (io/roles/assign.h).
struct Part
{
    std::string name; ///< name of the part in the file, or empty
    ColumnUse use = ColumnUse::vector;
    std::string example = {}; ///< first value of the part
    bool chosen = false;      ///< true if the user chose the role of the part
    /// Evidence for the role of the part, continuing a sentence that begins with its name: “has no name and counts the
    /// rows”; empty: the name is the evidence.
    std::string why = {};
    std::string rule = {}; ///< id of the rule that assigned the part's role (io/roles/rules.h); empty: none
    PartFacts facts = {};
    /// Spread of a column divided by the median spread of the other columns of numbers, if its name does not fit their
    /// pattern; otherwise 0.
    double outgrows = 0;
    bool operator==(const Part &) const = default;
};

/// Last component of a name, in lower case: “b” of “a.b”, “/a/b” and TensorFlow's “a/b:0”.
std::string lastComponent(std::string_view name);
/// Name of a space or column in a dataset: “_” replaces each “/”, which would begin a group.
std::string nodeName(std::string name);
/// True for names of ids or labels; only the last component counts.
bool isIdName(std::string_view name);
bool isLabelName(std::string_view name);
/// True for names such as “id”, “word”, “label”, which need no sentence as evidence. “y” is a label, except with “x”.
bool isPlainName(std::string_view name);
/// True for names such as “embedding”, “text_vector”, “emb”.
bool isVectorName(std::string_view name);
/// True for lists and matrices named like vectors: “embedding”, “embedding.values”, “model.embed_tokens.weight”. A
/// model's embeddings of positions and types are not included.
bool claimsVectors(std::string_view name);
/// True for parts of a member that is named like vectors: “embedding”, “embedding.values”, not “embedding_model”.
bool isWithinVectors(std::string_view name);
/// Name of a split within a name, such as “train” in “X_train” and “train_X”; empty without one. Matrices of different
/// splits have different items.
std::string_view splitOf(std::string_view name);
/// Name without its split: “X” of “X_train”.
std::string_view withoutSplit(std::string_view name);
/// Name without the number at its end: “umap” of “umap_1”, “tsne” of “tsne2d”. A number alone remains.
std::string_view withoutNumber(std::string_view name);
/// True for names of counts, indices, masks, scores, boxes and other data that describe an item.
bool isAsideName(std::string_view name);
/// True for names of statistics computed from vectors: “sigma”, “components_”; isAsideName() includes them.
bool isStatisticName(std::string_view name);
/// True for names of single dimensions of a vector: “e0”, “dim_3”, “7”.
bool isDimensionName(std::string_view name);
/// True for parameters that convert quantized numbers back to vectors: “scale”, “embed.zero_point”.
bool isScaleName(std::string_view name);
/// True for names of the row numbers that pandas and R write, and for the empty name.
bool isIndexName(std::string_view name);

/// Text for a column: its name in quotes, or “column 3” without one.
std::string columnName(const std::vector<Part> &parts, std::size_t part);

} // namespace anchorscope::io
