// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/format.h"
#include "io/formats/npyarray.h"

namespace anchorscope::io {

namespace {

Error inFile(Error error, const std::string &path)
{
    error.file = path;
    return error;
}

} // namespace

bool isNpy(const Candidate &candidate)
{
    return candidate.beginning.starts_with(npyMagic);
}

Result<OpenedFile> openNpy(const Candidate &candidate, const RunContext &context)
{
    const InputFile &file = candidate.file;
    const auto header = parseNpyHeader(candidate.beginning, file.bytes);
    if (!header)
        return inFile(header.error(), file.path);
    if (!header->isNumeric() || header->shape.size() != 2 || header->shape[0] == 0 || header->shape[1] == 0)
        return Error{"bad-dataset",
                     "expected a matrix of numbers, items × dimensions, found an array of " + header->typeName() +
                         " with " + std::to_string(header->shape.size()) + " dimensions, " +
                         std::to_string(header->rows()) + " rows and " + std::to_string(header->columns()) + " columns",
                     file.path, ""};
    const Index most = candidate.options.maxRows > 0 ? candidate.options.maxRows : header->rows();
    std::uint64_t offset = header->dataOffset;
    const ByteStream stream = [&](std::span<char> target) {
        auto count = file.read(offset, target);
        offset += count ? *count : 0;
        return count;
    };
    auto matrix = readNpyMatrix(*header, std::min(most, header->rows()), stream, context);
    if (!matrix)
        return inFile(matrix.error(), file.path);
    return singleSpace(candidate, std::move(*matrix), {}, header->typeName());
}

} // namespace anchorscope::io
