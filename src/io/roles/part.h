// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/roles/facts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Role of a part of a file. `id`, `label`: ids or labels of the items (at most one part each); `vector`: a space, or
/// one dimension of a space; `other`: stored with the items (ItemTable::columns); `ignored`: not read.
enum class ColumnUse { id, label, vector, other, ignored };

/// Returns the name of a role in the notation of choices: "id", "label", "vector", "other", "ignore".
const char *columnUseId(ColumnUse use);

/// Part of a file and its role: a column of a table, a member of JSON objects, an array of an archive, or an element of
/// AnnData. All readers of such formats assign the roles by assignRoles() (io/roles/assign.h).
struct Part
{
    std::string name; ///< name of the part in the file; may be empty
    ColumnUse use = ColumnUse::vector;
    std::string example = {}; ///< first value of the part, as text
    bool chosen = false;      ///< true if the user chose the role of the part

    /// Evidence for the role of the part. It continues a sentence that begins with the part's name: “has no name and
    /// counts the rows”. Empty if the name alone is the evidence.
    std::string why = {};
    std::string rule = {}; ///< id of the rule that assigned the role (io/roles/rules.h), or empty
    PartFacts facts = {};
    /// Ratio of the column's spread to the median spread of the other columns of numbers. Set only if it is large and
    /// the name of the column does not follow the pattern of the other names; otherwise 0.
    double outgrows = 0;
    bool operator==(const Part &) const = default;
};

/// Returns the last component of a name in lower case: “b” for “a.b”, “/a/b” and TensorFlow's “a/b:0”.
std::string lastComponent(std::string_view name);
/// Converts a name for a dataset file: “/”, which would begin a group, becomes “_”.
std::string nodeName(std::string name);
/// True if the last component of a name is typical of ids or labels.
bool isIdName(std::string_view name);
bool isLabelName(std::string_view name);
/// True if a name clearly means ids or labels: “id”, “word”, “label”, “y”. The user is not informed of such a guess.
bool isPlainName(std::string_view name);
/// True if a name is typical of vectors, such as “embedding”, “text_vector”, “emb”.
bool isVectorName(std::string_view name);
/// True if some word of a name is typical of vectors: “model.embed_tokens.weight”; not “position_embeddings”.
bool claimsVectors(std::string_view name);
/// True if a component of a name is typical of vectors: “embedding”, “embedding.values”; not “embedding_model”.
bool isWithinVectors(std::string_view name);
/// Returns the split in a name, “train” for “train_X”, or empty. Matrices of different splits contain different items.
std::string_view splitOf(std::string_view name);
/// Removes the name of the split from a name: “X” for “X_train”.
std::string_view withoutSplit(std::string_view name);
/// Removes the number at the end of a name: “umap” for “umap_1”, “tsne” for “tsne2d”. Keeps a name that is a number.
std::string_view withoutNumber(std::string_view name);
/// True if a name is typical of data about an item that are not its vector: counts, indices, masks, scores, boxes.
bool isAsideName(std::string_view name);
/// True if a name is typical of statistics of vectors: “sigma”, “components_”. isAsideName() includes these names.
bool isStatisticName(std::string_view name);
/// True if a name is typical of one dimension of a vector: “e0”, “dim_3”, “7”.
bool isDimensionName(std::string_view name);
/// True if a name is typical of parameters that restore quantized numbers: “scale”, “embed.zero_point”.
bool isScaleName(std::string_view name);
/// True if a name is empty, or one that pandas or R give to a column of row numbers.
bool isIndexName(std::string_view name);

/// Returns how a sentence refers to a column: by its name in quotes, or as “column 3” if it has none.
std::string columnName(const std::vector<Part> &parts, std::size_t part);

} // namespace anchorscope::io
