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

// Functions that make the JSON objects described in cli/output.md. An unknown value, NaN and infinity become null.

QJsonValue number(double value);
QJsonValue number(const std::optional<double> &value);
inline QJsonValue count(Index value)
{
    return static_cast<qint64>(value);
}
/// Converts an object between the JSON types of core and of Qt.
QJsonObject fromCore(const JsonValue &json);
JsonValue toCore(const QJsonObject &json);
QJsonArray strings(const std::vector<std::string> &texts);
QJsonObject repeated(const RepeatedValue &values);

/// JSON of the settings that all runs of a command have in common: anchors, seeds, method, pre-processing, …; without
/// those that the command does not read.
QJsonObject protocolJson(const ProtocolOptions &options, std::uint64_t firstSeed, const UsedOptions &reads);
/// JSON of one run, an element of the member "runs".
QJsonObject runJson(const ProtocolRun &run);
/// JSON of a verdict, the evaluation of a run without ground truth.
QJsonObject verdictJson(const Verdict &verdict);
QJsonObject errorJson(const Error &error);
/// Formats JSON as text. A lone surrogate, which decodeArgument() uses for a byte that is not UTF-8, is not valid in
/// JSON and becomes U+FFFD.
QByteArray jsonText(const QJsonObject &json);

} // namespace anchorscope::cli
