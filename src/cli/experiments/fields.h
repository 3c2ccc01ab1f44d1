// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/json.h"
#include "core/data/side.h"
#include "core/experiments/protocol.h"
#include "core/repeat.h"

#include <type_traits>

namespace anchorscope::cli {

/// Walks through the fields of a value, either writing them into a JSON object or reading them out of it, so that each
/// type is described once (describe(), beside it): for checkpoints and, of the rows of a result, for its report.
/// Numbers that are not finite become null and are read as NaN.
class Fields
{
public:
    template <class T> static QJsonObject written(const T &value)
    {
        return walked({}, Mode::write, const_cast<T &>(value)); // not changed, when writing
    }
    template <class T> static T read(const QJsonObject &object)
    {
        T value;
        walked(object, Mode::read, value);
        return value;
    }
    /// A row as reports show it: repeated values with mean and deviation, a direction as its source and target.
    template <class Row> static QJsonObject reported(const Row &row)
    {
        return walked({}, Mode::report, const_cast<Row &>(row)); // not changed
    }
    template <class Row> static QJsonArray reported(const std::vector<Row> &rows)
    {
        QJsonArray array;
        for (const Row &row : rows)
            array.append(reported(row));
        return array;
    }

    template <class T> Fields &operator()(const char *name, T &value)
    {
        const QLatin1StringView key(name);
        if (m_mode == Mode::read)
            get(m_object[key], value);
        else if (m_mode == Mode::report)
            report(key, value);
        else
            m_object[key] = put(value);
        return *this;
    }

private:
    enum class Mode { write, read, report };

    Fields(const QJsonObject &object, Mode mode) : m_object(object), m_mode(mode) {}
    template <class T> static QJsonObject walked(const QJsonObject &object, Mode mode, T &value)
    {
        Fields fields(object, mode);
        describe(fields, value);
        return fields.m_object;
    }

    void report(QLatin1StringView key, const Repeated &values) { m_object[key] = repeated(values); }
    void report(QLatin1StringView key, const bool &value) { m_object[key] = value; }
    void report(QLatin1StringView, const Direction &direction)
    {
        m_object["source"] = sideId(sourceOf(direction));
        m_object["target"] = sideId(targetOf(direction));
    }
    template <class T> void report(QLatin1StringView key, const T &value) { m_object[key] = put(value); }

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
    Mode m_mode;
};

} // namespace anchorscope::cli
