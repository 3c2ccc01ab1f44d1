// SPDX-License-Identifier: GPL-3.0-or-later

/// Configuration of TensorFlow's Embedding Projector (projector_config.json, or the file named in the projector's URL):
/// JSON that lists tensors, as text or raw float32, and a metadata file for each.

#include "frame/budget.h"
#include "frame/frame.h"
#include "io/files/filebudget.h"
#include "io/files/inputfile.h"
#include "io/formats/format.h"
#include "io/formats/itemmetadata.h"
#include "io/rows/tablerows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace anchorscope::io {

namespace {

using Json = nlohmann::json;

/// Maximum bytes of a configuration; as many bytes of a file are in FileCandidate::beginning.
constexpr std::uint64_t largestConfig = 1 << 20;

struct TensorEntry
{
    std::string name, path, metadata;
    std::uint64_t rows = 0, dimensions = 0;
};

template <class... Parts> Error badConfig(const Parts &...what)
{
    return Error(ErrorCode::badDataset, "this configuration of an Embedding Projector ", what...);
}

std::string textOf(const Json &entry, const char *key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<std::vector<TensorEntry>> readConfig(std::string_view text)
{
    const Json config = Json::parse(text, nullptr, false);
    const auto list = config.is_object() ? config.find("embeddings") : config.end();
    if (list == config.end() || !list->is_array())
        return badConfig("is not JSON with a list of embeddings; write it again");
    std::vector<TensorEntry> entries;
    for (const Json &each : *list) {
        const auto shape = each.is_object() ? each.find("tensorShape") : each.end();
        TensorEntry entry;
        if (shape != each.end() && shape->is_array() && shape->size() == 2 && (*shape)[0].is_number_unsigned() &&
            (*shape)[1].is_number_unsigned()) {
            entry.rows = (*shape)[0].get<std::uint64_t>();
            entry.dimensions = (*shape)[1].get<std::uint64_t>();
        }
        entry.path = each.is_object() ? textOf(each, "tensorPath") : std::string();
        if (entry.rows == 0 || entry.dimensions == 0 || entry.path.empty())
            return badConfig("lacks a tensorPath, or a tensorShape of rows and dimensions; add them").at(entry.path);
        entry.name = textOf(each, "tensorName");
        entry.metadata = textOf(each, "metadataPath");
        entries.push_back(std::move(entry));
    }
    if (entries.empty())
        return badConfig("names no embeddings; add one");
    return entries;
}

Result<std::string> placeOf(const std::string &config, const std::string &name)
{
    auto place = siblingFile(config, name);
    if (place)
        return place;
    return Error(place.error().code, badConfig(place.error().message).message).in(config);
}

std::string countText(const TensorEntry &entry)
{
    return std::to_string(entry.rows) + " × " + std::to_string(entry.dimensions);
}

Result<OpenedFile> openTensor(const TensorEntry &entry, const InputFile &file, const OpenOptions &options,
                              const RunContext &context)
{
    const auto beginning = file.bytesAt(0, 1 << 20);
    if (!beginning)
        return beginning.error();
    const FileCandidate candidate{file, *beginning, options};
    const auto bytes = frame::arrayBytes({entry.rows, entry.dimensions}, sizeof(float));
    if (bytes && *bytes == file.bytes)
        return openMatrix(candidate, {.itemBytes = sizeof(float), .shape = {entry.rows, entry.dimensions}}, context);
    if (!tableFormat.recognises(candidate) || beginning->find('\0') != std::string::npos)
        return badConfig("gives this tensor ", countText(entry), " numbers, which are ",
                         bytes ? std::to_string(*bytes) : "more than 2^64", " bytes, found ", file.bytes,
                         "; correct its tensorShape, or write the tensor again")
            .in(file.path);
    auto opened = tableFormat.open(candidate, context);
    if (!opened)
        return opened;
    const EmbeddingSet &set = *opened->dataset.spaces.front();
    const bool fits = static_cast<std::uint64_t>(set.dimension()) == entry.dimensions &&
                      (options.maxRows > 0 || static_cast<std::uint64_t>(set.size()) == entry.rows);
    if (!fits)
        return badConfig("gives this tensor ", countText(entry), " numbers, found ", set.size(), " × ", set.dimension(),
                         "; correct its tensorShape, or write the tensor again")
            .in(file.path);
    return opened;
}

/// Returns the tensors of the requested name (empty: all) with as many rows and the same metadata as the first one.
std::vector<TensorEntry> chooseTensors(std::vector<TensorEntry> entries, const std::string &requested)
{
    if (!requested.empty())
        std::erase_if(entries, [&](const TensorEntry &entry) { return entry.name != requested; });
    const TensorEntry first = entries.empty() ? TensorEntry() : entries.front();
    std::erase_if(entries, [&](const TensorEntry &entry) {
        return entry.rows != first.rows || entry.metadata != first.metadata;
    });
    return entries;
}

class ConfigReader
{
public:
    ConfigReader(const FileCandidate &candidate, std::vector<TensorEntry> entries)
        : m_candidate(candidate), m_options(candidate.options), m_entries(std::move(entries))
    {
        m_options.array.clear();
        // For a sample, all rows are read, and the sample is drawn at the end.
        m_options.maxRows = m_options.firstRows();
        m_options.sample = false;
    }

    Result<OpenedFile> read(const RunContext &context)
    {
        if (const Status fits = checkSize(); !fits)
            return fits.error();
        std::vector<EmbeddingSet> spaces;
        for (const TensorEntry &entry : m_entries) {
            auto opened = space(entry, context);
            if (!opened)
                return opened.error();
            spaces.push_back(std::move(*opened));
        }
        ItemMetadata columns(spaces.front().size());
        if (const Status read = metadata(spaces.front().size(), columns); !read)
            return read.error();
        auto opened = columns.assemble(m_candidate.file.path, std::move(spaces));
        if (opened)
            opened->warnings.insert(opened->warnings.begin(), m_warnings.begin(), m_warnings.end());
        return opened;
    }

private:
    /// Checks that all listed tensors fit into memory together; a file that is listed twice counts twice.
    Status checkSize() const
    {
        if (const Status few = checkSpaceCount(m_entries.size()); !few)
            return few.error().in(m_candidate.file.path);
        FileBudget budget;
        for (const TensorEntry &entry : m_entries) {
            const auto first = static_cast<std::uint64_t>(m_options.maxRows);
            const std::uint64_t rows = first > 0 ? std::min(first, entry.rows) : entry.rows;
            if (const Status fits = budget.take(frame::bytesOfNumbers(rows, entry.dimensions)); !fits)
                return fits.error().in(m_candidate.file.path, entry.path);
        }
        return Done{};
    }
    Result<EmbeddingSet> space(const TensorEntry &entry, const RunContext &context)
    {
        const auto place = placeOf(m_candidate.file.path, entry.path);
        const auto file = place ? openInput(*place) : Result<InputFile>(place.error());
        if (!file)
            return file.error();
        auto opened = openTensor(entry, *file, m_options, context);
        if (!opened)
            return opened.error();
        EmbeddingSet set = *opened->dataset.spaces.front();
        set.name = nodeName(entry.name.empty() ? stemOf(entry.path) : entry.name);
        m_warnings.push_back("The vectors of “" + set.name + "” were taken from “" + *place + "”.");
        return set;
    }
    Status metadata(Index rows, ItemMetadata &columns)
    {
        const TensorEntry &entry = m_entries.front();
        if (entry.metadata.empty())
            return Done{};
        const auto place = placeOf(m_candidate.file.path, entry.metadata);
        if (!place)
            return place.error();
        std::vector<Index> kept(static_cast<std::size_t>(rows));
        std::iota(kept.begin(), kept.end(), Index{0});
        return readMetadata(*place, kept, rows, m_options, columns, m_warnings);
    }

    const FileCandidate &m_candidate;
    OpenOptions m_options;
    std::vector<TensorEntry> m_entries;
    std::vector<std::string> m_warnings;
};

bool isProjectorConfig(const FileCandidate &candidate)
{
    const std::string_view text = candidate.beginning;
    return candidate.file.bytes <= largestConfig && jsonFormat.recognises(candidate) &&
           text.find("\"tensorPath\"") != std::string_view::npos &&
           text.find("\"embeddings\"") != std::string_view::npos;
}

Result<OpenedFile> openProjectorConfig(const FileCandidate &candidate, const RunContext &context)
{
    const auto entries = readConfig(candidate.beginning);
    if (!entries)
        return entries.error().in(candidate.file.path);
    auto chosen = chooseTensors(*entries, candidate.options.array);
    if (chosen.empty())
        return badConfig("names no tensor “", candidate.options.array, "”; choose another one").in(candidate.file.path);
    auto opened = ConfigReader(candidate, std::move(chosen)).read(context);
    for (std::size_t i = 0; opened && i < entries->size(); ++i)
        opened->arrays.push_back((*entries)[i].name);
    return opened;
}

} // namespace

extern const FileFormat projectorFormat{.label = "Embedding Projector configuration",
                                        .recognises = isProjectorConfig,
                                        .open = openProjectorConfig,
                                        .hasArrays = true};

} // namespace anchorscope::io
