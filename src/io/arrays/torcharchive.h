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

/// A tensor of the file. Its name joins the keys of nested dictionaries: “state.encoder.weight”.
struct NamedTensor
{
    std::string name;
    const pickle::Value *tensor = nullptr;
    NpyHeader header = {};    ///< type and shape of the tensor; dataOffset is relative to its storage
    std::string problem = {}; ///< reason why the tensor cannot be read
    bool isMatrix() const
    {
        return problem.empty() && header.shape.size() == 2 && header.shape[0] > 0 && header.shape[1] > 0;
    }
};

/// The zip archive of a PyTorch file.
class TorchArchive
{
public:
    explicit TorchArchive(const InputFile &file);
    ~TorchArchive();
    TorchArchive(const TorchArchive &) = delete;
    TorchArchive &operator=(const TorchArchive &) = delete;

    bool isOpen() const { return m_zip != nullptr; }
    /// Reads a whole member of the archive, relative to its main folder. Errors: "damaged-file", "too-large".
    Result<std::string> member(const std::string &name, std::uint64_t limit) const;
    /// Reads the first rows of a matrix; a vector is a matrix of one column.
    Result<Matrix> matrix(const NamedTensor &tensor, Index rows, const RunContext &context);
    Result<std::vector<std::string>> texts(const NamedTensor &tensor, Index rows);

private:
    template <class T, class Read> Result<T> read(const NamedTensor &tensor, const Read &read) const;

    zip *m_zip = nullptr;
    std::string m_folder; ///< main folder of the archive, with a slash at the end
    FileBudget m_budget;
};

/// Checks the type, shape and place of a tensor; sets its problem if it cannot be read.
NamedTensor namedTensor(std::string name, const pickle::Value &tensor);

} // namespace anchorscope::io
