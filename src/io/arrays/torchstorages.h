// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/arrays/pickle.h"
#include "io/files/inputfile.h"
#include "io/numpy/npyarray.h"

#include <memory>
#include <string_view>

namespace anchorscope::io {

/// Class of storages, such as “FloatStorage”, and the type of its numbers: `kind` is NumPy's letter, or B for bfloat16.
struct StorageType
{
    std::string_view name;
    char kind;
    std::size_t bytes;
};
/// Returns the type of a storage; null if it is not known.
const StorageType *storageType(const pickle::Value &storage);

/// PyTorch file: a pickle of its values, and the numbers that its tensors refer to, in storages.
class TorchStorages
{
public:
    virtual ~TorchStorages() = default;
    /// Returns the values of the file, interpreted without running anything. Throws BadPickle, RefusedClass.
    virtual pickle::Content values() = 0;
    /// Returns a stream of the bytes of a storage. Error "damaged-file" if it is missing or has another size.
    virtual Result<ByteStream> open(const pickle::Value &storage, std::uint64_t bytes) const = 0;
    bool bigEndian() const { return m_bigEndian; }

protected:
    bool m_bigEndian = false;
};

/// True for files of torch.save: a zip archive of a pickle and a file for each storage or, before PyTorch 1.6, several
/// pickles and then the storages.
bool isTorchFile(std::string_view beginning);

/// Opens a file for which isTorchFile() is true; it must outlive the result. Errors "damaged-file", "too-large"; throws
/// BadPickle, RefusedClass.
Result<std::unique_ptr<TorchStorages>> openTorch(const InputFile &file, std::string_view beginning);

/// Places of the elements of a tensor in its storage: groups (rows or columns) of `count` elements, `step` apart; the
/// groups begin `groupStep` apart, all in elements. Places never decrease; a step of 0 repeats an element.
struct TensorSteps
{
    std::uint64_t groups = 1, count = 0, groupStep = 0, step = 1;
};

/// Returns a stream of the elements of a tensor without the gaps between them. Callers must request whole elements.
ByteStream withoutGaps(ByteStream storage, const TensorSteps &steps, std::size_t elementBytes);

/// Returns a stream that reads `bytes`, which must remain in memory as long as the stream is used.
ByteStream streamFrom(std::string_view bytes);

} // namespace anchorscope::io
