// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// FAISS indexes that hold their vectors, though not as one matrix.
bool isStoredIndex(const FileCandidate &candidate);
Result<OpenedFile> openStoredIndex(const FileCandidate &candidate, const RunContext &context);
/// .fbin, .u8bin, .i8bin.
bool isBinVectors(const FileCandidate &candidate);
Result<OpenedFile> openBinVectors(const FileCandidate &candidate, const RunContext &context);
/// A file of little-endian float32 and nothing else, of OpenOptions::shape. Errors: "wrong-usage" for another notation,
/// "bad-dataset" where the size of the file does not agree.
Result<OpenedFile> openRawMatrix(const FileCandidate &candidate, const RunContext &context);
/// PostgreSQL's binary COPY with columns of pgvector.
bool isPgCopy(const FileCandidate &candidate);
Result<OpenedFile> openPgCopy(const FileCandidate &candidate, const RunContext &context);
std::vector<TableColumn> columnsOfPgCopy(const FileCandidate &candidate);

} // namespace anchorscope::io
