// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/budget.h"
#include "io/arrays/arrayfile.h"
#include "io/files/filebudget.h"
#include "io/formats/format.h"
#include "io/formats/rowsample.h"
#include "io/numpy/npyarray.h"
#include "io/roles/arrays.h"

namespace anchorscope::io {

namespace {

Result<OpenedFile> openNpy(const FileCandidate &candidate, const RunContext &context)
{
    const InputFile &file = candidate.file;
    auto header = parseNpyHeader(candidate.beginning, file.bytes);
    if (!header)
        return header.error().in(file.path);
    if (candidate.options.item && header->shape.size() == 1)
        header->shape.insert(header->shape.begin(), 1);
    if (!header->isNumeric() || header->shape.size() != 2 || header->shape[0] == 0 || header->shape[1] == 0)
        return Error(ErrorCode::badDataset, "expected a matrix of numbers, items × dimensions, found an array of ",
                     header->typeName(), " with ", header->shape.size(), " dimensions, ", header->rows(), " rows and ",
                     header->columns(), " columns",
                     header->shape.size() > 2 ? ", " + matrixAdvice(header->shape) : std::string("; save a matrix"))
            .in(file.path);
    auto opened = openMatrix(candidate, *header, context);
    if (!opened)
        return opened;
    if (header->typeName() == "uint16")
        opened->warnings.push_back(
            "The numbers are 16-bit integers. If they are the bits of bfloat16, save the vectors as float32.");
    if (header->typeName() == "uint8")
        opened->warnings.push_back("The numbers are 8-bit integers. If they are the packed bits of binary embeddings, "
                                   "unpack them: numpy.unpackbits(x, axis=1).");
    if (header->typeName() == "bfloat16")
        opened->warnings.push_back("The numbers have two bytes and no type; they were read as bfloat16.");
    return opened;
}

Result<TextTable> textsOfNpy(const FileCandidate &candidate, const RunContext &)
{
    const InputFile &file = candidate.file;
    const auto header = parseNpyHeader(candidate.beginning, file.bytes);
    if (!header)
        return header.error().in(file.path);
    if (header->shape.empty() || header->shape.size() > 2 || header->rows() == 0 || header->columns() == 0)
        return Error(ErrorCode::badDataset,
                     "expected a list or a table of texts or whole numbers, found an array with ", header->shape.size(),
                     " dimensions and ", header->rows(), " rows")
            .in(file.path);
    const auto cells = static_cast<std::uint64_t>(header->rows() * header->columns());
    if (const Status fits = FileBudget().take(frame::bytesOfStrings(cells, header->itemBytes)); !fits)
        return fits.error().in(file.path);
    auto texts = readNpyTexts(*header, header->rows(), streamFrom(file, header->dataOffset));
    return texts ? Result(rowsOf(std::move(*texts), {"", arrayKind(header->kind), header->shape}))
                 : texts.error().in(file.path);
}

} // namespace

extern const FileFormat npyFormat{
    .label = "NumPy array (.npy)",
    .recognises = [](const FileCandidate &candidate) { return candidate.beginning.starts_with(npyMagic); },
    .open = openNpy,
    .texts = textsOfNpy};

Result<OpenedFile> openMatrix(const FileCandidate &candidate, const NpyHeader &header, const RunContext &context)
{
    const InputFile &file = candidate.file;
    const OpenOptions &options = candidate.options;
    if (keepsFileType(options) && storedNumber(header)) {
        auto stored = readNpyStored(header, streamFrom(file, header.dataOffset), context);
        return stored ? Result(singleSpace(candidate, {"", "", header.typeName(), {}, nullptr, {}, std::move(*stored)}))
                      : stored.error().in(file.path);
    }
    // In Fortran order (by columns), all MPI ranks read all rows, because the numbers of a row are not adjacent.
    const auto share = header.fortranOrder ? std::nullopt : shareToRead(options, header.rows(), context.communicator);
    const Index rows = share                 ? share->count
                       : options.maxRows > 0 ? std::min(options.maxRows, header.rows())
                                             : header.rows();
    if (const Status fits = FileBudget().take(frame::bytesOfNumbers(static_cast<std::uint64_t>(rows), header.shape[1]));
        !fits)
        return fits.error().in(file.path);
    std::vector<Index> sampled;
    if (options.sample && rows < header.rows())
        sampled = sampleRows(header.rows(), {}, rows, options.sampleSeed);
    const ByteStream stream = streamFrom(
        file, header.dataOffset +
                  (share ? static_cast<std::uint64_t>(share->first) * header.shape[1] * header.itemBytes : 0));
    auto matrix = sampled.empty() ? readNpyMatrix(header, rows, stream, context)
                                  : readNpyMatrix(header, sampled, stream, context);
    if (!matrix)
        return matrix.error().in(file.path);
    if (share)
        return singleSpace(candidate, {"",
                                       "",
                                       header.typeName(),
                                       {},
                                       nullptr,
                                       DistributedRows{std::move(*matrix), header.rows(), context.communicator}});
    OpenedFile opened = singleSpace(candidate, {"", "", header.typeName(), std::move(*matrix), nullptr});
    if (!sampled.empty())
        noteSample(opened, rows, {header.rows(), options.sampleSeed});
    return opened;
}

} // namespace anchorscope::io
