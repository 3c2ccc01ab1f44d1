// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"
#include "io/arrays/pickle.h"
#include "io/files/filebudget.h"
#include "io/files/inputfile.h"
#include "io/numpy/npyarray.h"

struct zip;

namespace anchorscope::io {

/// Tensor in a PyTorch file. If dictionaries are nested, its name joins their keys with dots: “state.encoder.weight”.
struct NamedTensor
{
    std::string name;
    const pickle::Value *tensor = nullptr;
    NpyHeader header = {};    ///< type and shape of the tensor; dataOffset counts from the start of its storage
    std::string problem = {}; ///< reason why the tensor cannot be read, or empty
    bool isMatrix() const
    {
        return problem.empty() && header.shape.size() == 2 && header.shape[0] > 0 && header.shape[1] > 0;
    }
};

/// Zip archive that a PyTorch file consists of.
class TorchArchive
{
public:
    explicit TorchArchive(const InputFile &file);
    ~TorchArchive();
    TorchArchive(const TorchArchive &) = delete;
    TorchArchive &operator=(const TorchArchive &) = delete;

    bool isOpen() const { return m_zip != nullptr; }
    /// Reads a whole file of the archive; `name` is relative to the archive's main folder. Errors "damaged-file",
    /// "too-large".
    Result<std::string> member(const std::string &name, std::uint64_t limit) const;
    /// Reads the first `rows` rows of a tensor that is a matrix; a tensor with one axis is a matrix of one column.
    Result<Matrix> matrix(const NamedTensor &tensor, Index rows, const RunContext &context);
    Result<std::vector<std::string>> texts(const NamedTensor &tensor, Index rows);

private:
    template <class T, class Read> Result<T> read(const NamedTensor &tensor, const Read &read) const;

    zip *m_zip = nullptr;
    std::string m_folder; ///< name of the archive's main folder, in which all files are, ending with a slash
    FileBudget m_budget;
};

/// Creates a NamedTensor, and checks type, shape and place of the tensor. If it cannot be read, `problem` is set.
NamedTensor namedTensor(std::string name, const pickle::Value &tensor);

} // namespace anchorscope::io
