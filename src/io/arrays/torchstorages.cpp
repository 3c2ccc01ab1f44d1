// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/torchstorages.h"

#include "io/arrays/arrayfile.h"
#include "io/files/filebudget.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

namespace anchorscope::io {

namespace {

using pickle::Value;

/// First bytes of files of PyTorch before version 1.6: a pickle of the number by which PyTorch recognizes its files.
constexpr std::string_view oldBeginning = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";

constexpr std::array storageTypes = {StorageType{"FloatStorage", 'f', 4},    StorageType{"HalfStorage", 'f', 2},
                                     StorageType{"BFloat16Storage", 'B', 2}, StorageType{"DoubleStorage", 'f', 8},
                                     StorageType{"CharStorage", 'i', 1},     StorageType{"ByteStorage", 'u', 1},
                                     StorageType{"ShortStorage", 'i', 2},    StorageType{"IntStorage", 'i', 4},
                                     StorageType{"LongStorage", 'i', 8},     StorageType{"BoolStorage", 'b', 1}};

template <class... Parts> Error damagedArchive(const Parts &...what)
{
    return Error(ErrorCode::damagedFile, "this PyTorch file is damaged: ", what..., "; create or download it again");
}

class TorchArchive final : public TorchStorages
{
public:
    explicit TorchArchive(const InputFile &file) : m_zip(openZip(file))
    {
        const char *first = m_zip ? zip_get_name(m_zip.get(), 0, 0) : nullptr;
        const std::string name = first ? first : "";
        m_folder = name.substr(0, name.rfind('/') + 1);
    }

    /// Reads the pickle, and whether numbers are big-endian. Errors "damaged-file", "too-large".
    Status read()
    {
        if (!m_zip)
            return Error(
                ErrorCode::damagedFile,
                "this PyTorch file cannot be opened as an archive; it was cut off: create or download it again");
        // A quarter of the limit: the pickle, its values and the numbers of NumPy arrays are in memory at the same
        // time.
        auto bytes = member("data.pkl", largestDecodedFile() / 4);
        if (!bytes)
            return bytes.error();
        m_pickle = std::move(*bytes);
        constexpr std::uint64_t longestWord = 16;
        const auto order = member("byteorder", longestWord); // a file that PyTorch writes since version 2.1
        m_bigEndian = order && *order == "big";
        return Done{};
    }

    pickle::Content values() override { return pickle::read(m_pickle); }
    Result<ByteStream> open(const Value &storage, std::uint64_t bytes) const override
    {
        const std::string name = m_folder + "data/" + storage.text;
        zip_stat_t facts;
        if (zip_stat(m_zip.get(), name.c_str(), 0, &facts) != 0 || facts.comp_method != ZIP_CM_STORE ||
            facts.size != bytes)
            return damagedArchive("its storage data/", storage.text.substr(0, 40), " is missing or of another size");
        return memberStream(m_zip, facts.index, damagedArchive("its numbers cannot be read"));
    }

private:
    /// Reads a whole file of the archive, named relative to the main folder.
    Result<std::string> member(const std::string &name, std::uint64_t limit) const
    {
        zip_stat_t facts;
        const std::string whole = m_folder + name;
        if (zip_stat(m_zip.get(), whole.c_str(), 0, &facts) != 0)
            return damagedArchive("the member ", name, " is missing");
        if (facts.size > limit || facts.comp_method != ZIP_CM_STORE || facts.encryption_method != ZIP_EM_NONE ||
            facts.comp_size != facts.size)
            return Error(ErrorCode::tooLarge, "expected ", name, " uncompressed and of at most ", limit,
                         " bytes, found ", facts.size);
        std::string bytes(facts.size, '\0');
        zip_file_t *stream = zip_fopen_index(m_zip.get(), facts.index, 0);
        char beyond = 0; // reading beyond the end makes libzip compare the checksum
        const bool read = stream &&
                          zip_fread(stream, bytes.data(), bytes.size()) == static_cast<zip_int64_t>(bytes.size()) &&
                          zip_fread(stream, &beyond, 1) == 0;
        if (stream)
            zip_fclose(stream);
        if (!read)
            return damagedArchive("the member ", name, " cannot be read");
        return bytes;
    }

    ZipArchive m_zip;
    std::string m_folder; ///< main folder of the archive, ending with a slash
    std::string m_pickle;
};

/// File of PyTorch before version 1.6. It consists of five pickles: a fixed number, the version, facts about the
/// computer, the values, and the names of the storages. For each storage, its length (8 bytes) and its numbers follow.
class OldTorchFile final : public TorchStorages
{
public:
    explicit OldTorchFile(const InputFile &file) : m_file(file) {}

    Status read()
    {
        constexpr std::uint64_t largestPickles = 64 << 20; // maximum bytes of the pickles; a tensor takes about 100
        const auto bytes = m_file.bytesAt(0, largestPickles);
        if (!bytes)
            return bytes.error();
        std::string_view rest = std::string_view(*bytes).substr(oldBeginning.size());
        const auto next = [&] {
            pickle::Content content = pickle::read(rest);
            rest.remove_prefix(content.bytes);
            return content;
        };
        next();
        const pickle::Content computer = next();
        m_values = next();
        const pickle::Content names = next();
        for (std::size_t i = 0; i + 1 < computer.root->items.size(); i += 2) {
            if (computer.root->items[i]->text == "little_endian")
                m_bigEndian = computer.root->items[i + 1]->integer == 0;
        }
        std::map<std::string, std::size_t> widths;
        for (const auto &value : m_values.values) {
            if (value->kind == Value::Kind::storage)
                widths.emplace(value->text, storageType(*value) ? storageType(*value)->bytes : 0);
        }
        std::uint64_t offset = static_cast<std::uint64_t>(rest.data() - bytes->data());
        for (const Value *name : names.root->items) {
            std::array<char, 8> count{};
            const auto read = m_file.read(offset, count);
            const auto width = widths.find(name->text);
            std::uint64_t numbers = 0;
            std::memcpy(&numbers, count.data(), count.size());
            if (!read || *read != count.size() || width == widths.end() || width->second == 0 ||
                numbers > (m_file.bytes - offset - count.size()) / width->second)
                return damagedArchive("its storage ", name->text.substr(0, 40), " is missing, unknown or cut off");
            m_places[name->text] = {offset + count.size(), numbers};
            offset += count.size() + numbers * width->second;
        }
        return Done{};
    }

    pickle::Content values() override { return std::move(m_values); }
    Result<ByteStream> open(const Value &storage, std::uint64_t bytes) const override
    {
        const auto place = m_places.find(storage.text);
        if (place == m_places.end() || place->second.count != static_cast<std::uint64_t>(storage.integer))
            return damagedArchive("its storage ", storage.text.substr(0, 40), " is missing or of another size");
        return ByteStream([stream = streamFrom(m_file, place->second.offset), bytes](std::span<char> target) mutable {
            auto count = stream(target.first(std::min<std::uint64_t>(bytes, target.size())));
            bytes -= count ? *count : 0;
            return count;
        });
    }

private:
    struct Place
    {
        std::uint64_t offset, count; ///< offset from the beginning of the file in bytes, and number of elements
    };
    const InputFile &m_file;
    pickle::Content m_values;
    std::map<std::string, Place> m_places;
};

/// Stream of a tensor's elements without the gaps between them, as withoutGaps() returns it.
class ElementStream
{
public:
    ElementStream(ByteStream storage, const TensorSteps &steps, std::size_t elementBytes)
        : m_storage(std::move(storage)), m_steps(steps), m_bytes(elementBytes)
    {
    }
    Result<std::size_t> operator()(std::span<char> target)
    {
        const std::uint64_t all = m_steps.groups * m_steps.count;
        const std::uint64_t count = std::min<std::uint64_t>(target.size() / m_bytes, all - m_element);
        for (std::uint64_t i = 0; i < count; ++i, ++m_element) {
            const auto place = element();
            if (!place)
                return place.error();
            std::memcpy(target.data() + i * m_bytes, *place, m_bytes);
        }
        return count * m_bytes;
    }

private:
    Result<const char *> element()
    {
        const std::uint64_t group = m_element / m_steps.count, within = m_element % m_steps.count;
        const std::uint64_t offset = (group * m_steps.groupStep + within * m_steps.step) * m_bytes;
        while (offset >= m_blockEnd) {
            const auto count = m_storage(m_block);
            if (!count)
                return count.error();
            if (*count == 0 || *count % m_bytes != 0)
                return damagedArchive("its numbers end early");
            m_blockBegin = m_blockEnd;
            m_blockEnd += *count;
        }
        return m_block.data() + (offset - m_blockBegin);
    }

    ByteStream m_storage;
    TensorSteps m_steps;
    std::size_t m_bytes;
    std::uint64_t m_element = 0, m_blockBegin = 0, m_blockEnd = 0;
    std::vector<char> m_block = std::vector<char>(1 << 16);
};

} // namespace

const StorageType *storageType(const Value &storage)
{
    const auto found = std::ranges::find(storageTypes, storage.type, &StorageType::name);
    return found == storageTypes.end() ? nullptr : &*found;
}

bool isTorchFile(std::string_view beginning)
{
    // Header of the archive's first file: 30 bytes, which end with the lengths of name and extra data; then the name.
    constexpr std::size_t headBytes = 30, longestName = 200;
    if (beginning.starts_with(oldBeginning))
        return true;
    if (!beginning.starts_with("PK\x03\x04") || beginning.size() < headBytes)
        return false;
    const auto byte = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(beginning[at]));
    };
    const std::size_t length = byte(26) | byte(27) << 8;
    return length <= longestName && beginning.substr(headBytes, length).ends_with("/data.pkl");
}

Result<std::unique_ptr<TorchStorages>> openTorch(const InputFile &file, std::string_view beginning)
{
    if (beginning.starts_with(oldBeginning)) {
        auto old = std::make_unique<OldTorchFile>(file);
        const Status read = old->read();
        return read ? Result<std::unique_ptr<TorchStorages>>(std::move(old)) : read.error();
    }
    auto archive = std::make_unique<TorchArchive>(file);
    const Status read = archive->read();
    return read ? Result<std::unique_ptr<TorchStorages>>(std::move(archive)) : read.error();
}

ByteStream withoutGaps(ByteStream storage, const TensorSteps &steps, std::size_t elementBytes)
{
    return ElementStream(std::move(storage), steps, elementBytes);
}

ByteStream streamFrom(std::string_view bytes)
{
    return [bytes](std::span<char> target) mutable -> Result<std::size_t> {
        const std::size_t count = bytes.copy(target.data(), target.size());
        bytes.remove_prefix(count);
        return count;
    };
}

} // namespace anchorscope::io
