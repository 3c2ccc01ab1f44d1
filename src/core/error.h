// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace anchorscope {

/// Kinds of errors, for programs that handle them. Each kind has a stable id in kebab case (errorId), which JSON output
/// contains.
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
/// Id of a kind of error, such as "bad-line" for ErrorCode::badLine.
const char *errorId(ErrorCode code);
/// Parses the id of a kind of error, which may come from another process; the inverse of errorId().
std::optional<ErrorCode> errorCodeOf(std::string_view id);

/// Error of a function, with a sentence for the user.
struct Error
{
    ErrorCode code;
    std::string message; ///< one or two sentences for the user: what was expected, what was found, what to do
    std::string file;    ///< path of the file in which the error occurred; empty if the error is not about a file
    std::string place;   ///< position of the error in the file: row, column, line or array; may be empty

    Error(ErrorCode errorCode, std::string sentence) : code(errorCode), message(std::move(sentence)) {}

    /// Copy of the error with the path of the file in which it occurred.
    Error in(std::string path) const;
    /// Copy of the error with the position in the file at which it occurred.
    Error at(std::string where) const;
    /// Copy of the error with file and position.
    Error in(std::string path, std::string where) const { return in(std::move(path)).at(std::move(where)); }

    /// Text of the error for a page or a terminal: file, position, then the sentence.
    std::string text() const;
};

/// Returns the error of a function that was cancelled.
Error cancelledError();

} // namespace anchorscope
