// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plaintext.h"
#include "io/roles/part.h"

#include <algorithm>
#include <array>

namespace anchorscope::io {

namespace {

template <std::size_t Count> bool isOneOf(std::string_view name, const std::array<std::string_view, Count> &words)
{
    return std::ranges::find(words, name) != words.end();
}

/// True if the function `is` returns true for some word of a name; each character of `separators` ends a word.
template <class Is> bool anyWord(std::string_view name, const char *separators, const Is &is)
{
    for (std::size_t end = 0; !name.empty(); name.remove_prefix(std::min(end + 1, name.size()))) {
        end = std::min(name.find_first_of(separators), name.size());
        if (is(name.substr(0, end)))
            return true;
    }
    return false;
}

/// Returns the last word of a name in lower case: “tokens” for “prompt_tokens”, “id” for “userId”.
std::string lastWord(std::string_view name)
{
    name = name.substr(name.find_last_of("./_- ") + 1);
    std::size_t begin = name.size();
    const auto isCapital = [&](std::size_t at) { return name[at] >= 'A' && name[at] <= 'Z'; };
    while (begin > 0 && !isCapital(begin - 1))
        --begin;
    const bool camel = begin > 1 && !isCapital(begin - 2);
    return toLower(camel ? name.substr(begin - 1) : name);
}

} // namespace

const char *columnUseId(ColumnUse use)
{
    constexpr std::array ids = {"id", "label", "vector", "other", "ignore"};
    return ids[static_cast<std::size_t>(use)];
}

std::string columnName(const std::vector<Part> &parts, std::size_t part)
{
    const std::string &name = parts[part].name;
    return name.empty() ? "column " + std::to_string(part + 1) : "“" + name + "”";
}

std::string nodeName(std::string name)
{
    std::ranges::replace(name, '/', '_');
    return name;
}

std::string lastComponent(std::string_view name)
{
    const std::size_t colon = name.find_last_of(':');
    if (colon != std::string_view::npos && name.find_first_not_of("0123456789", colon + 1) == std::string_view::npos)
        name = name.substr(0, colon);
    return toLower(name.substr(name.find_last_of("./") + 1));
}

std::string_view splitOf(std::string_view name)
{
    constexpr std::array<std::string_view, 6> words = {"train", "test", "val", "valid", "validation", "dev"};
    for (const std::string_view word : words) {
        const bool ends = name.ends_with(word), begins = name.starts_with(word);
        if (name.size() > word.size() &&
            ((ends && name[name.size() - word.size() - 1] == '_') || (begins && name[word.size()] == '_')))
            return word;
    }
    return {};
}

std::string_view withoutNumber(std::string_view name)
{
    std::string_view rest = name;
    if (rest.size() > 1 && rest.back() == 'd' && rest[rest.size() - 2] >= '2' && rest[rest.size() - 2] <= '3')
        rest.remove_suffix(1);
    rest = rest.substr(0, rest.find_last_not_of("0123456789") + 1);
    rest = rest.substr(0, rest.find_last_not_of("./_- ") + 1);
    return rest.empty() ? name : rest;
}

std::string_view withoutSplit(std::string_view name)
{
    const std::size_t length = splitOf(name).size();
    if (length == 0)
        return name;
    const bool ends = name.ends_with(splitOf(name));
    return ends ? name.substr(0, name.size() - length - 1) : name.substr(length + 1);
}

bool isIdName(std::string_view name)
{
    constexpr std::array<std::string_view, 22> words = {"id",    "ids",     "item",     "items",      "name",  "names",
                                                        "key",   "keys",    "word",     "words",      "token", "tokens",
                                                        "index", "_index",  "filename", "filenames",  "term",  "terms",
                                                        "uuid",  "barcode", "barcodes", "original_id"};
    const std::string last = lastComponent(name);
    return isOneOf(last, words) ||
           ((last.ends_with("_id") || last.ends_with("_ids") || (last.size() > 2 && name.ends_with("Id"))) &&
            !isLabelName(name));
}

bool isLabelName(std::string_view name)
{
    constexpr std::array<std::string_view, 16> words = {
        "label",      "labels",  "y",        "target", "targets", "class", "classes", "category",
        "categories", "cluster", "clusters", "group",  "species", "topic", "type",    "pos"};
    constexpr std::array ends = {"_label", "_labels", "_class", "_cluster"};
    constexpr std::array<std::string_view, 6> numbered = {"label_id",   "class_id", "category_id",
                                                          "cluster_id", "topic_id", "species_id"};
    const std::string last = lastComponent(withoutSplit(name));
    const std::string_view one = std::string_view(last).substr(0, last.size() - last.ends_with("_ids"));
    return isOneOf(last, words) || isOneOf(one, numbered) ||
           std::ranges::any_of(ends, [&](const char *end) { return last.ends_with(end); });
}

bool isVectorName(std::string_view name)
{
    constexpr std::array<std::string_view, 13> words = {
        "embedding", "embeddings", "embed",          "embeds",         "emb", "embs", "vector", "vectors", "vec",
        "vecs",      "features",   "representation", "representations"};
    const std::string last = lastComponent(name);
    return isOneOf(lastWord(name), words) || last.ends_with("embedding") || last.ends_with("embeddings") ||
           last.ends_with("vector") || last.ends_with("vectors");
}

bool isPlainName(std::string_view name)
{
    constexpr std::array words = {"id",       "ids",       "item",     "items",     "name",   "names",  "key",
                                  "keys",     "word",      "words",    "token",     "tokens", "index",  "_index",
                                  "filename", "filenames", "label",    "labels",    "y",      "target", "targets",
                                  "class",    "classes",   "category", "categories"};
    return std::ranges::find(words, toLower(name)) != words.end();
}

bool claimsVectors(std::string_view name)
{
    constexpr std::array<std::string_view, 10> words = {
        "embedding", "embeddings", "embed", "embeds", "emb", "vector", "vectors", "wte", "shared", "representations"};
    constexpr std::array<std::string_view, 5> others = {"position", "positional", "pos", "type", "wpe"};
    constexpr const char *separators = "./_:- ";
    const auto claims = [&](std::string_view word) { return isOneOf(toLower(word), words); };
    const auto isOther = [&](std::string_view word) { return isOneOf(toLower(word), others); };
    return (isVectorName(name) || anyWord(name, separators, claims)) && !anyWord(name, separators, isOther);
}

bool isWithinVectors(std::string_view name)
{
    return anyWord(name, "./", isVectorName);
}

bool isAsideName(std::string_view name)
{
    constexpr std::array<std::string_view, 80> words = {
        "count",      "counts",      "tokens",        "code",       "index",      "indices",   "idx",
        "ids",        "rank",        "ranks",         "score",      "scores",     "logits",    "prob",
        "probs",      "probability", "probabilities", "confidence", "distance",   "distances", "neighbors",
        "neighbours", "mask",        "masks",         "bbox",       "bboxes",     "box",       "boxes",
        "offset",     "offsets",     "shape",         "onehot",     "hot",        "lengths",   "timestamp",
        "timestamps", "coordinates", "coords",        "location",   "position",   "positions", "latlon",
        "lnglat",     "polygon",     "keypoints",     "freq",       "freqs",      "frequency", "attentions",
        "colour",     "color",       "rgb",           "weights",    "similarity", "accuracy",  "precision",
        "recall",     "f1",          "auc",           "loss",       "mrr",        "ndcg",      "umap",
        "tsne",       "span",        "logprobs",      "lat",        "lon",        "lng",       "latitude",
        "longitude",  "dist",        "dists",         "xy",         "xyz",        "scale",     "scales",
        "zeros",      "qzeros",      "logit"};
    return isOneOf(lastWord(name), words) || isOneOf(lastWord(withoutNumber(name)), words) || isStatisticName(name);
}

bool isStatisticName(std::string_view name)
{
    constexpr std::array<std::string_view, 8> words = {"sigma",       "cov",  "covariance", "covariances",
                                                       "correlation", "corr", "components", "loadings"};
    if (name.ends_with('_')) // removes the “_” of names such as scikit-learn's “components_”
        name.remove_suffix(1);
    return isOneOf(lastWord(name), words);
}

bool isScaleName(std::string_view name)
{
    constexpr std::array<std::string_view, 6> words = {"scale", "scales",      "zero_point",
                                                       "zeros", "zero_points", "qzeros"};
    const std::string last = lastComponent(name);
    return isOneOf(last, words) || last.ends_with("_scale") || last.ends_with("_scales") ||
           last.ends_with("_zero_point");
}

bool isDimensionName(std::string_view name)
{
    constexpr std::array<std::string_view, 20> stems = {
        "",    "c",    "d",    "e",          "f",     "v",       "x",        "z",  "col", "col_",
        "dim", "dim_", "emb_", "embedding_", "feat_", "feature", "feature_", "pc", "pc_", "vec_"};
    const std::string last = lastComponent(name);
    const std::size_t length = last.find_last_not_of("0123456789") + 1;
    return length < last.size() && isOneOf(std::string_view(last).substr(0, length), stems);
}

bool isIndexName(std::string_view name)
{
    constexpr std::array<std::string_view, 7> words = {"",           "index",    "_index", "level_0",
                                                       "unnamed: 0", "rownames", "x.1"};
    return isOneOf(toLower(name), words) || (!name.empty() && isOneOf(lastComponent(name), words));
}

} // namespace anchorscope::io
