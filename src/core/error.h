// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace anchorscope {

/// Kinds of errors, for programs that handle them. Each has a stable id in kebab case (errorId), which JSON output
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
/// Id of a code, such as "bad-line" for ErrorCode::badLine.
const char *errorId(ErrorCode code);
/// Parses an id that another process wrote; the inverse of errorId().
std::optional<ErrorCode> errorCodeOf(std::string_view id);

/// An error, with a sentence for the user.
struct Error
{
    ErrorCode code;
    std::string message; ///< sentence or two for the user: what was expected, what was found, what to do
    std::string file;    ///< path of the file concerned; empty if none
    std::string place;   ///< position inside the file: row, column, line or dataset; may be empty

    Error(ErrorCode errorCode, std::string sentence) : code(errorCode), message(std::move(sentence)) {}

    /// A copy of the error with the file that it is about.
    Error in(std::string path) const;
    /// A copy of the error with the place inside the file.
    Error at(std::string where) const;
    /// A copy of the error with file and place.
    Error in(std::string path, std::string where) const { return in(std::move(path)).at(std::move(where)); }

    /// Text of the error for a page or a terminal: file, place, then the sentence.
    std::string text() const;
};

/// Error that a function with a Result returns after it was cancelled.
Error cancelledError();

} // namespace anchorscope
