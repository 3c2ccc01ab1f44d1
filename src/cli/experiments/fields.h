// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "core/experiments/protocol.h"
#include "core/repeat.h"

#include <QJsonArray>
#include <QJsonObject>

#include <type_traits>

namespace anchorscope::cli {

/// Walks through the fields of a value, either writing them into a JSON object or reading them out of it, so that each
/// type is described once (describe(), beside it). Numbers that are not finite become null and are read as NaN.
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

    QJsonObject m_object;
    bool m_reading;
};

} // namespace anchorscope::cli
