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

// JSON objects of cli/output.md. Unknown values, NaN and infinity become null.

QJsonValue number(double value);
QJsonValue number(const std::optional<double> &value);
inline QJsonValue count(Index value)
{
    return static_cast<qint64>(value);
}
QJsonObject fromCore(const JsonValue &json);
JsonValue toCore(const QJsonObject &json);
void addMembers(QJsonObject &json, const QJsonObject &others);
/// JSON of each element.
template <class Elements, class JsonOf> QJsonArray arrayOf(const Elements &elements, JsonOf jsonOf)
{
    QJsonArray array;
    for (const auto &each : elements)
        array.append(jsonOf(each));
    return array;
}
QJsonArray strings(const std::vector<std::string> &texts);
QJsonObject repeated(const RepeatedValue &values);

/// Settings that all runs of a command have in common (anchors, seeds, method, …), as far as the command reads them.
QJsonObject protocolJson(const ProtocolOptions &options, std::uint64_t firstSeed, const UsedOptions &reads);
/// One run: an element of the JSON member "runs".
QJsonObject runJson(const ProtocolRun &run);
QJsonObject verdictJson(const Verdict &verdict);
QJsonObject errorJson(const Error &error);
/// Formats JSON as text. A lone surrogate, by which decodeArgument() represents an invalid byte, becomes U+FFFD.
QByteArray jsonText(const QJsonObject &json);

} // namespace anchorscope::cli
