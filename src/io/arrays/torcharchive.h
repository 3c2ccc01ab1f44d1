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

/// Tensor in a PyTorch file. Its name joins the keys of nested dictionaries with dots: “state.encoder.weight”.
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

class TorchArchive
{
public:
    explicit TorchArchive(const InputFile &file);
    ~TorchArchive();
    TorchArchive(const TorchArchive &) = delete;
    TorchArchive &operator=(const TorchArchive &) = delete;

    bool isOpen() const { return m_zip != nullptr; }
    /// Reads a whole file of the archive, named relative to the main folder. Errors "damaged-file", "too-large".
    Result<std::string> member(const std::string &name, std::uint64_t limit) const;
    /// Reads the first `rows` rows of a matrix; a tensor with one axis is a matrix of one column.
    Result<Matrix> matrix(const NamedTensor &tensor, Index rows, const RunContext &context);
    Result<std::vector<std::string>> texts(const NamedTensor &tensor, Index rows);

private:
    template <class T, class Read> Result<T> read(const NamedTensor &tensor, const Read &read) const;

    zip *m_zip = nullptr;
    std::string m_folder; ///< main folder of the archive, ending with a slash
    FileBudget m_budget;
};

/// Creates a NamedTensor, checking type, shape and place. `problem` is set if it cannot be read.
NamedTensor namedTensor(std::string name, const pickle::Value &tensor);

} // namespace anchorscope::io
