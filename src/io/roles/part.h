// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/facts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Role of a part of a file. At most one part is the ids and one the labels; vectors are a space, or the dimensions of
/// one; others are kept beside the vectors (ItemTable::columns); ignored ones are left out.
enum class ColumnUse { id, label, vector, other, ignored };

/// "id", "label", "vector", "other", "ignore": as written in a choice.
const char *columnUseId(ColumnUse use);

/// One part of a file and its role: a column of a table, a member of JSON objects, an array of an archive, an element
/// of AnnData. All readers of formats with several parts pass theirs to assignRoles() (io/roles/assign.h).
struct Part
{
    std::string name; ///< as the file has it; empty: none
    ColumnUse use = ColumnUse::vector;
    std::string example = {}; ///< its first value
    bool chosen = false;      ///< by the user, not guessed
    /// The evidence for its role, continuing a sentence that begins with its name: “has no name and counts the rows”;
    /// empty: its name is the evidence.
    std::string why = {};
    std::string rule = {}; ///< id of the rule that gave the role (io/roles/assign.cpp); empty: none did
    PartFacts facts = {};
    /// If its name breaks the pattern of the other columns of numbers: its spread divided by their median spread;
    /// otherwise 0.
    double outgrows = 0;
    bool operator==(const Part &) const = default;
};

/// “b” of “a.b”, “/a/b” and TensorFlow's “a/b:0”, in small letters.
std::string lastComponent(std::string_view name);
/// Name of a space or column in a dataset: with “_” for each “/”, which would begin a group.
std::string nodeName(std::string name);
/// What a name reveals about a part; only the last component counts.
bool isIdName(std::string_view name);
bool isLabelName(std::string_view name);
/// “id”, “word”, “label”: a telling name that gets no sentence of its own. “y” is a label, except beside “x”.
bool isPlainName(std::string_view name);
/// “embedding”, “text_vector”, “emb”.
bool isVectorName(std::string_view name);
/// Of a list or matrix: “embedding”, “embedding.values”, “model.embed_tokens.weight”; those of positions and types are
/// beside the vectors of a model.
bool claimsVectors(std::string_view name);
/// A part of what is named as vectors are: “embedding”, “embedding.values”, not “embedding_model”.
bool isWithinVectors(std::string_view name);
/// “train” of “X_train” and “train_X”, else empty: such matrices belong to different items.
std::string_view splitOf(std::string_view name);
/// “X” of “X_train”.
std::string_view withoutSplit(std::string_view name);
/// “umap” of “umap_1”, “tsne” of “tsne2d”; a number alone stays.
std::string_view withoutNumber(std::string_view name);
/// Names of counts, indices, masks, scores, boxes and other lists and numbers that describe an item.
bool isAsideName(std::string_view name);
/// Of what is computed from vectors: “sigma”, “components_”; also aside.
bool isStatisticName(std::string_view name);
/// “e0”, “dim_3”, “7”: of a column that is one dimension of a vector.
bool isDimensionName(std::string_view name);
/// Names of the parameters that turn quantized numbers back into vectors: “scale”, “embed.zero_point”.
bool isScaleName(std::string_view name);
/// Names of the row numbers that pandas and R write, or no name.
bool isIndexName(std::string_view name);

/// “word” with its name, “column 3” without one, in quotes where it is a name.
std::string columnName(const std::vector<Part> &parts, std::size_t part);

} // namespace anchorscope::io
