// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plaintext.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace anchorscope {

/// Kinds of errors. Each has a stable id in kebab case (errorId), which JSON output contains.
enum class ErrorCode {
    badDataset,
    badExpression,
    badFile,
    badLine,
    badSession,
    cancelled,
    cannotSave,
    damagedFile,
    differentCounts,
    emptyFile,
    failed,
    fileChanged,
    inputMoved,
    internalError,
    kTooLarge,
    missingFilter,
    neverWritten,
    newerVersion,
    noAnchors,
    noImages,
    noLabels,
    noMatchingIds,
    noPairs,
    noReader,
    noResult,
    noRun,
    noSeeds,
    noSuchFile,
    noSuchSpace,
    noVariation,
    nonFinite,
    notASession,
    oneClass,
    oneSpace,
    otherData,
    outOfMemory,
    outsideFile,
    repeatedAnchor,
    repeatedItem,
    repeatedSeed,
    tooFewItems,
    tooFewPairs,
    tooFewSpaces,
    tooLarge,
    tooManySeeds,
    unknownFormat,
    unknownItem,
    unreadableFile,
    unsupportedType,
    unwritableFile,
    wrongUsage,
};
/// Id such as "bad-line" for ErrorCode::badLine.
const char *errorId(ErrorCode code);
/// Inverse of errorId(), for ids from other processes; nullopt if the id is unknown.
std::optional<ErrorCode> errorCodeOf(std::string_view id);

struct Error
{
    ErrorCode code;
    std::string message; ///< one or two sentences for the user: what was expected, what was found, what to do
    std::string file;    ///< path of the damaged or missing file; empty if the error is not about a file
    std::string place;   ///< row, column, line or array of the file at which the error occurred; may be empty

    /// Joins the parts of the message like sentence().
    template <class First, class... Rest>
    Error(ErrorCode errorCode, const First &first, const Rest &...rest)
        : code(errorCode), message(sentence(first, rest...))
    {
    }

    Error in(std::string path) const;
    Error at(std::string where) const;
    Error in(std::string path, std::string where) const { return in(std::move(path)).at(std::move(where)); }

    std::string text() const;
};

Error cancelledError();

} // namespace anchorscope
