// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/anchorcount.h"
#include "core/experiments/knownpairs.h"
#include "core/experiments/learnedanchors.h"
#include "core/experiments/pairs.h"
#include "core/experiments/proxy.h"
#include "core/experiments/quantization.h"
#include "core/experiments/reconstruction.h"
#include "core/experiments/retrieval.h"
#include "core/experiments/stitching.h"
#include "core/experiments/translation.h"
#include "core/experiments/weakencoder.h"

#include <QJsonArray>
#include <QJsonObject>

#include <type_traits>

namespace anchorscope::cli {

/// Walks through the fields of a value, either writing them into a JSON object or reading them out of it, so that each
/// type is described once. Numbers that are not finite become null and are read as NaN.
class Fields
{
public:
    template <class T> static QJsonObject written(const T &value)
    {
        Fields fields({}, false);
        describe(fields, const_cast<T &>(value)); // read only, when writing
        return fields.m_object;
    }
    template <class T> static T read(const QJsonObject &object)
    {
        T value;
        Fields fields(object, true);
        describe(fields, value);
        return value;
    }

    template <class T> Fields &operator()(const char *name, T &value)
    {
        if (m_reading)
            get(m_object[QLatin1StringView(name)], value);
        else
            m_object[QLatin1StringView(name)] = put(value);
        return *this;
    }

private:
    Fields(const QJsonObject &object, bool reading) : m_object(object), m_reading(reading) {}

    static QJsonValue put(double value);
    static QJsonValue put(const std::string &value);
    static QJsonValue put(Side side);
    static QJsonValue put(const std::vector<std::uint8_t> &bytes);
    static QJsonValue put(const Eigen::MatrixXd &values);
    static QJsonValue put(const Eigen::MatrixXi &values);
    template <class T> static QJsonValue put(const std::optional<T> &value)
    {
        return value ? put(*value) : QJsonValue();
    }
    template <class T> static QJsonValue put(const std::vector<T> &values)
    {
        QJsonArray array;
        for (const T &value : values)
            array.append(put(value));
        return array;
    }
    template <class T> static QJsonValue put(const T &value)
    {
        if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
            return static_cast<qint64>(value);
        else
            return written(value);
    }

    static void get(const QJsonValue &json, double &value);
    static void get(const QJsonValue &json, std::string &value);
    static void get(const QJsonValue &json, Side &side);
    static void get(const QJsonValue &json, std::vector<std::uint8_t> &bytes);
    static void get(const QJsonValue &json, Eigen::MatrixXd &values);
    static void get(const QJsonValue &json, Eigen::MatrixXi &values);
    template <class T> static void get(const QJsonValue &json, std::optional<T> &value)
    {
        value.reset();
        if (!json.isNull())
            get(json, value.emplace());
    }
    template <class T> static void get(const QJsonValue &json, std::vector<T> &values)
    {
        values.clear();
        for (const auto &each : json.toArray())
            get(each, values.emplace_back());
    }
    template <class T> static void get(const QJsonValue &json, T &value)
    {
        if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
            value = static_cast<T>(json.toInteger());
        else
            value = read<T>(json.toObject());
    }

    // What the types are made of.
    static void describe(Fields &fields, Repeated &value);
    static void describe(Fields &fields, IterationStats &stats);
    static void describe(Fields &fields, StartSummary &start);
    static void describe(Fields &fields, HintSummary &hint);
    static void describe(Fields &fields, ProtocolRun &run);
    static void describe(Fields &fields, Thumbnails &picture);
    static void describe(Fields &fields, RetrievalExperimentRow &row);
    static void describe(Fields &fields, DictionaryRow &row);
    static void describe(Fields &fields, RetrievalExperiment &experiment);
    static void describe(Fields &fields, StitchExperimentRow &row);
    static void describe(Fields &fields, StitchExperiment &experiment);
    static void describe(Fields &fields, AnchorCurvePoint &point);
    static void describe(Fields &fields, AnchorCurve &curve);
    static void describe(Fields &fields, AnchorCountExperiment &experiment);
    static void describe(Fields &fields, ShareEstimate &share);
    static void describe(Fields &fields, KnownPairsPoint &point);
    static void describe(Fields &fields, ExtrapolatedPoint &point);
    static void describe(Fields &fields, KnownPairsExperiment &experiment);
    static void describe(Fields &fields, TranslationCell &cell);
    static void describe(Fields &fields, TranslationRival &rival);
    static void describe(Fields &fields, ScalePoint &point);
    static void describe(Fields &fields, TranslationExperiment &experiment);
    static void describe(Fields &fields, QuantizationPoint &point);
    static void describe(Fields &fields, QuantizationExperiment &experiment);
    static void describe(Fields &fields, ReconstructionRow &row);
    static void describe(Fields &fields, ReconstructionExperiment &experiment);
    static void describe(Fields &fields, ProxyPoint &point);
    static void describe(Fields &fields, ProxyGroup &group);
    static void describe(Fields &fields, ProxyExperiment &experiment);
    static void describe(Fields &fields, PairTable &table);
    static void describe(Fields &fields, PairVerdict &verdict);
    static void describe(Fields &fields, PairMatrix &matrix);
    static void describe(Fields &fields, LearnedAnchorsStep &step);
    static void describe(Fields &fields, LearningCurve &curve);
    static void describe(Fields &fields, LearningRow &row);
    static void describe(Fields &fields, LearningExperiment &experiment);
    static void describe(Fields &fields, WeakEncoderRow &row);
    static void describe(Fields &fields, WeakEncoderExperiment &experiment);

    QJsonObject m_object;
    bool m_reading;
};

} // namespace anchorscope::cli
