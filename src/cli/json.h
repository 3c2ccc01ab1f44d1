// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/json.h"
#include "core/experiments/registry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>

#include <optional>

namespace anchorscope::cli {

// Functions that make the JSON objects described in cli/output.md. Unknown values and values that are not numbers are
// null.

QJsonValue number(double value);
QJsonValue number(const std::optional<double> &value);
inline QJsonValue count(Index value)
{
    return static_cast<qint64>(value);
}
/// Converts objects between core's JSON and Qt's.
QJsonObject fromCore(const JsonValue &json);
JsonValue toCore(const QJsonObject &json);
QJsonArray strings(const std::vector<std::string> &texts);
QJsonObject repeated(const RepeatedValue &values);

/// Settings that all runs have in common, if used: anchors, seeds, method, pre-processing, …
QJsonObject protocolJson(const ProtocolOptions &options, std::uint64_t firstSeed, const UsedOptions &reads);
/// Member of "runs" for one run.
QJsonObject runJson(const ProtocolRun &run);
/// Verdict on a result, that is, its evaluation without ground truth.
QJsonObject verdictJson(const Verdict &verdict);
QJsonObject errorJson(const Error &error);
/// Formats JSON. Bytes of arguments that are not UTF-8 (decodeArgument) become U+FFFD, because a lone surrogate is not
/// valid.
QByteArray jsonText(const QJsonObject &json);

} // namespace anchorscope::cli
