// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>

#include <optional>

namespace anchorscope::cli {

// The objects of cli/README.md, “JSON”. What is not known or not a number is null.

QJsonValue number(double value);
QJsonValue number(const std::optional<double> &value);
inline QJsonValue count(Index value)
{
    return static_cast<qint64>(value);
}
/// Conversions of JSON between core and Qt.
QJsonValue fromCore(const JsonValue &json);
JsonValue toCore(const QJsonValue &json);
QJsonArray strings(const std::vector<std::string> &texts);
QJsonObject repeated(const Repeated &values);

/// Settings that all runs have in common, as far as they are used: anchors, seeds, method, pre-processing, …
QJsonObject protocolJson(const ProtocolOptions &options, std::uint64_t firstSeed, const SettingsRead &reads);
/// One object of "runs".
QJsonObject runJson(const ProtocolRun &run);
/// Evaluation of a result without ground truth.
QJsonObject verdictJson(const Verdict &verdict);
QJsonObject errorJson(const Error &error);
/// JSON as text, in which bytes of arguments that are not UTF-8 (decodeArgument) become U+FFFD: half of a surrogate
/// pair is not valid.
QByteArray jsonText(const QJsonObject &json);

} // namespace anchorscope::cli
