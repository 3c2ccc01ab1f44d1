// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/error.h"

#include <algorithm>
#include <array>

namespace anchorscope {

namespace {

struct Name
{
    ErrorCode code;
    const char *id;
};

constexpr std::array names = std::to_array<Name>({
    {ErrorCode::badDataset, "bad-dataset"},
    {ErrorCode::badExpression, "bad-expression"},
    {ErrorCode::badFile, "bad-file"},
    {ErrorCode::badLine, "bad-line"},
    {ErrorCode::badSession, "bad-session"},
    {ErrorCode::cancelled, "cancelled"},
    {ErrorCode::cannotSave, "cannot-save"},
    {ErrorCode::damagedFile, "damaged-file"},
    {ErrorCode::differentCounts, "different-counts"},
    {ErrorCode::emptyFile, "empty-file"},
    {ErrorCode::failed, "failed"},
    {ErrorCode::fileChanged, "file-changed"},
    {ErrorCode::inputMoved, "input-moved"},
    {ErrorCode::internalError, "internal-error"},
    {ErrorCode::kTooLarge, "k-too-large"},
    {ErrorCode::missingFilter, "missing-filter"},
    {ErrorCode::neverWritten, "never-written"},
    {ErrorCode::newerVersion, "newer-version"},
    {ErrorCode::noAnchors, "no-anchors"},
    {ErrorCode::noImages, "no-images"},
    {ErrorCode::noLabels, "no-labels"},
    {ErrorCode::noMatchingIds, "no-matching-ids"},
    {ErrorCode::noPairs, "no-pairs"},
    {ErrorCode::noReader, "no-reader"},
    {ErrorCode::noResult, "no-result"},
    {ErrorCode::noRun, "no-run"},
    {ErrorCode::noSeeds, "no-seeds"},
    {ErrorCode::noSuchFile, "no-such-file"},
    {ErrorCode::noSuchSpace, "no-such-space"},
    {ErrorCode::noVariation, "no-variation"},
    {ErrorCode::nonFinite, "non-finite"},
    {ErrorCode::notASession, "not-a-session"},
    {ErrorCode::oneClass, "one-class"},
    {ErrorCode::oneSpace, "one-space"},
    {ErrorCode::otherData, "other-data"},
    {ErrorCode::outOfMemory, "out-of-memory"},
    {ErrorCode::outsideFile, "outside-file"},
    {ErrorCode::repeatedAnchor, "repeated-anchor"},
    {ErrorCode::repeatedItem, "repeated-item"},
    {ErrorCode::repeatedSeed, "repeated-seed"},
    {ErrorCode::tooFewItems, "too-few-items"},
    {ErrorCode::tooFewPairs, "too-few-pairs"},
    {ErrorCode::tooFewSpaces, "too-few-spaces"},
    {ErrorCode::tooLarge, "too-large"},
    {ErrorCode::tooManySeeds, "too-many-seeds"},
    {ErrorCode::unknownFormat, "unknown-format"},
    {ErrorCode::unknownItem, "unknown-item"},
    {ErrorCode::unreadableFile, "unreadable-file"},
    {ErrorCode::unsupportedType, "unsupported-type"},
    {ErrorCode::unwritableFile, "unwritable-file"},
    {ErrorCode::wrongUsage, "wrong-usage"},
});

} // namespace

const char *errorId(ErrorCode code)
{
    return std::ranges::find(names, code, &Name::code)->id;
}

std::optional<ErrorCode> errorCodeOf(std::string_view id)
{
    const auto name = std::ranges::find_if(names, [&](const Name &each) { return each.id == id; });
    if (name == names.end())
        return std::nullopt;
    return name->code;
}

Error Error::in(std::string path) const
{
    Error error = *this;
    error.file = std::move(path);
    return error;
}

Error Error::at(std::string where) const
{
    Error error = *this;
    error.place = std::move(where);
    return error;
}

std::string Error::text() const
{
    std::string where = file;
    if (!place.empty())
        where += where.empty() ? place : ", " + place;
    return where.empty() ? message : where + ": " + message;
}

Error cancelledError()
{
    return Error(ErrorCode::cancelled, "Cancelled.");
}

} // namespace anchorscope
