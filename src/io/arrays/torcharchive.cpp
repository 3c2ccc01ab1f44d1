// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/torcharchive.h"

#include "frame/budget.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <unistd.h>

namespace anchorscope::io {

namespace {

struct StorageType
{
    std::string_view name;
    char kind;
    std::size_t bytes;
};
constexpr std::array storageTypes = {StorageType{"FloatStorage", 'f', 4},    StorageType{"HalfStorage", 'f', 2},
                                     StorageType{"BFloat16Storage", 'B', 2}, StorageType{"DoubleStorage", 'f', 8},
                                     StorageType{"CharStorage", 'i', 1},     StorageType{"ByteStorage", 'u', 1},
                                     StorageType{"ShortStorage", 'i', 2},    StorageType{"IntStorage", 'i', 4},
                                     StorageType{"LongStorage", 'i', 8},     StorageType{"BoolStorage", 'b', 1}};

Error damagedArchive(const std::string &what)
{
    return Error(ErrorCode::damagedFile, "this PyTorch file is damaged: " + what + "; create or download it again");
}

/// Returns the end of a tensor in its storage, in elements; nullopt if it overflows.
std::optional<std::uint64_t> reach(const NpyHeader &header, std::int64_t first)
{
    auto count = frame::elementCount(header.shape);
    if (!count || first < 0 || __builtin_add_overflow(*count, static_cast<std::uint64_t>(first), &*count))
        return std::nullopt;
    return count;
}

/// True if the elements of a tensor are stored without gaps, row by row or, if `fortran` is true, column by column.
bool isDense(const pickle::Value &tensor, bool fortran)
{
    std::int64_t expected = 1;
    const std::size_t rank = tensor.shape.size();
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t axis = fortran ? i : rank - 1 - i;
        if (tensor.shape[axis] > 1 && tensor.strides[axis] != expected)
            return false;
        if (tensor.shape[axis] < 0 || __builtin_mul_overflow(expected, tensor.shape[axis], &expected))
            return false;
    }
    return true;
}

} // namespace

NamedTensor namedTensor(std::string name, const pickle::Value &tensor)
{
    NamedTensor named{std::move(name), &tensor};
    const pickle::Value &storage = *tensor.items[0];
    const auto type = std::ranges::find(storageTypes, storage.type, &StorageType::name);
    const auto refuse = [&](std::string why) {
        named.problem = std::move(why);
        return named;
    };
    if (type == storageTypes.end())
        return refuse("its numbers have the type " + storage.type.substr(0, 40) +
                      ", which is not supported; save it as float32");
    if (tensor.shape.size() != tensor.strides.size() ||
        std::ranges::any_of(tensor.shape, [](std::int64_t extent) { return extent < 0; }))
        return refuse("its shape is damaged");
    named.header.kind = type->kind;
    named.header.itemBytes = type->bytes;
    named.header.shape.assign(tensor.shape.begin(), tensor.shape.end());
    named.header.fortranOrder = !isDense(tensor, false);
    if (named.header.fortranOrder && !isDense(tensor, true))
        return refuse("it is a part of a larger tensor; save tensor.contiguous()");
    const auto end = reach(named.header, tensor.integer);
    if (!end || storage.integer < 0 || *end > static_cast<std::uint64_t>(storage.integer))
        return refuse("it goes beyond the numbers that are stored");
    named.header.dataOffset = static_cast<std::size_t>(tensor.integer) * type->bytes;
    return named;
}

TorchArchive::TorchArchive(const InputFile &file)
{
    const int copy = ::fcntl(file.descriptor.get(), F_DUPFD_CLOEXEC, 0);
    int code = 0;
    m_zip = copy < 0 ? nullptr : zip_fdopen(copy, 0, &code);
    if (!m_zip && copy >= 0)
        ::close(copy);
    const char *first = m_zip ? zip_get_name(m_zip, 0, 0) : nullptr;
    const std::string name = first ? first : "";
    m_folder = name.substr(0, name.rfind('/') + 1);
}

TorchArchive::~TorchArchive()
{
    if (m_zip)
        zip_discard(m_zip);
}

Result<std::string> TorchArchive::member(const std::string &name, std::uint64_t limit) const
{
    zip_stat_t facts;
    const std::string whole = m_folder + name;
    if (zip_stat(m_zip, whole.c_str(), 0, &facts) != 0)
        return damagedArchive("the member " + name + " is missing");
    if (facts.size > limit || facts.comp_method != ZIP_CM_STORE || facts.encryption_method != ZIP_EM_NONE ||
        facts.comp_size != facts.size)
        return Error(ErrorCode::tooLarge, "expected " + name + " uncompressed and of at most " + std::to_string(limit) +
                                              " bytes, found " + std::to_string(facts.size));
    std::string bytes(facts.size, '\0');
    zip_file_t *stream = zip_fopen_index(m_zip, facts.index, 0);
    char beyond = 0; // reading beyond the end makes libzip compare the checksum
    const bool read = stream &&
                      zip_fread(stream, bytes.data(), bytes.size()) == static_cast<zip_int64_t>(bytes.size()) &&
                      zip_fread(stream, &beyond, 1) == 0;
    if (stream)
        zip_fclose(stream);
    if (!read)
        return damagedArchive("the member " + name + " cannot be read");
    return bytes;
}

/// Calls `read` with a stream of a tensor's elements, and reads the rest, so that libzip compares the checksum.
template <class T, class Read> Result<T> TorchArchive::read(const NamedTensor &tensor, const Read &read) const
{
    const pickle::Value &storage = *tensor.tensor->items[0];
    const std::string name = m_folder + "data/" + storage.text;
    zip_stat_t facts;
    const auto expected = frame::product(static_cast<std::uint64_t>(storage.integer), tensor.header.itemBytes);
    if (zip_stat(m_zip, name.c_str(), 0, &facts) != 0 || facts.comp_method != ZIP_CM_STORE || facts.size != expected)
        return damagedArchive("its storage data/" + storage.text.substr(0, 40) + " is missing or of another size")
            .at(tensor.name);
    const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> member(zip_fopen_index(m_zip, facts.index, 0), zip_fclose);
    const ByteStream stream = [&](std::span<char> target) -> Result<std::size_t> {
        const zip_int64_t count = member ? zip_fread(member.get(), target.data(), target.size()) : -1;
        if (count < 0)
            return damagedArchive("its numbers cannot be read").at(tensor.name);
        return static_cast<std::size_t>(count);
    };
    auto value = readToEnd(stream, tensor.header.dataOffset, read);
    return value ? std::move(value) : Result<T>(value.error().at(tensor.name));
}

Result<Matrix> TorchArchive::matrix(const NamedTensor &tensor, Index rows, const RunContext &context)
{
    if (const Status fits = m_budget.take(frame::bytesOfNumbers(static_cast<std::uint64_t>(rows),
                                                                static_cast<std::uint64_t>(tensor.header.columns())));
        !fits)
        return fits.error().at(tensor.name);
    return read<Matrix>(tensor,
                        [&](const ByteStream &stream) { return readNpyMatrix(tensor.header, rows, stream, context); });
}

Result<std::vector<std::string>> TorchArchive::texts(const NamedTensor &tensor, Index rows)
{
    constexpr std::uint64_t longest = 20; // maximum number of characters of a 64-bit integer
    if (const Status fits = m_budget.take(frame::bytesOfStrings(static_cast<std::uint64_t>(rows), longest)); !fits)
        return fits.error().at(tensor.name);
    return read<std::vector<std::string>>(
        tensor, [&](const ByteStream &stream) { return readNpyTexts(tensor.header, rows, stream); });
}

} // namespace anchorscope::io
