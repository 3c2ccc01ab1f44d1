// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "core/matrix.h"
#include "core/repeat.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace anchorscope {

/// A JSON value. Numbers that are not finite are null.
class JsonValue
{
public:
    using Array = std::vector<JsonValue>;
    using Object = std::map<std::string, JsonValue, std::less<>>;
    using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object>;

    JsonValue() = default;
    JsonValue(double value);
    JsonValue(std::string value) : m_value(std::move(value)) {}
    JsonValue(const char *value) : m_value(std::string(value)) {}
    JsonValue(Array values) : m_value(std::move(values)) {}
    JsonValue(Object members) : m_value(std::move(members)) {}
    JsonValue(Side side) : JsonValue(sideId(side)) {}
    JsonValue(const Eigen::MatrixXd &values); ///< an array for each row
    JsonValue(const Eigen::MatrixXi &values) : JsonValue(Eigen::MatrixXd(values.cast<double>())) {}
    template <class T>
    requires std::is_integral_v<T> JsonValue(T value)
    {
        if constexpr (std::is_same_v<T, bool>)
            m_value = value;
        else
            m_value = static_cast<std::int64_t>(value);
    }
    template <class T> JsonValue(const std::optional<T> &value) : JsonValue(value ? JsonValue(*value) : JsonValue()) {}
    template <class T> JsonValue(const std::vector<T> &values) : m_value(Array(values.begin(), values.end())) {}

    const Value &value() const { return m_value; }
    bool isNull() const { return std::holds_alternative<std::monostate>(m_value); }
    double number() const;        ///< NaN if it is not a number
    std::int64_t integer() const; ///< 0 if it is not a whole number
    std::string text() const;     ///< empty if it is of another type
    const Array &array() const;   ///< empty if it is of another type
    /// Returns a member of an object, or null.
    const JsonValue &operator[](std::string_view key) const;
    /// Returns a member, which is added if it is missing; another value than an object becomes one.
    JsonValue &operator[](std::string_view key);
    /// Removes a member and returns it.
    JsonValue take(std::string_view key);

private:
    Value m_value;
};

/// Encodes bytes in base64 (RFC 4648), with padding.
std::string base64Text(const std::vector<std::uint8_t> &bytes);
std::vector<std::uint8_t> base64Bytes(std::string_view text);

/// Applies describe() to a value: writes its members into a JSON object, reads them from one, or writes them as in
/// reports. Each type is thus described once, for checkpoints and for rows of reports.
class JsonFields
{
public:
    template <class T> static JsonValue written(const T &value)
    {
        return walked({}, Mode::write, const_cast<T &>(value));
    }
    template <class T> static T read(const JsonValue &object)
    {
        T value;
        walked(object, Mode::read, value);
        return value;
    }
    /// A row of a report: repeated values with mean and deviation, a direction as its source and target.
    template <class Row> static JsonValue reported(const Row &row)
    {
        return walked({}, Mode::report, const_cast<Row &>(row)); // not modified
    }
    template <class Row> static JsonValue reported(const std::vector<Row> &rows)
    {
        JsonValue::Array array;
        for (const Row &row : rows)
            array.push_back(reported(row));
        return array;
    }

    template <class T> JsonFields &operator()(const char *name, T &value)
    {
        if (m_mode == Mode::read)
            get(std::as_const(m_object)[name], value);
        else if (m_mode == Mode::report)
            report(name, value);
        else
            m_object[name] = put(value);
        return *this;
    }

private:
    enum class Mode { write, read, report };

    JsonFields(const JsonValue &object, Mode mode) : m_object(object), m_mode(mode) {}
    template <class T> static JsonValue walked(const JsonValue &object, Mode mode, T &value)
    {
        JsonFields fields(mode == Mode::read ? object : JsonValue(JsonValue::Object()), mode);
        describe(fields, value);
        return std::move(fields.m_object);
    }

    void report(const char *key, const Repeated &values);
    void report(const char *key, const bool &value) { m_object[key] = value; }
    void report(const char *, const Direction &direction)
    {
        m_object["source"] = sourceOf(direction);
        m_object["target"] = targetOf(direction);
    }
    template <class T> void report(const char *key, const T &value) { m_object[key] = put(value); }

    static JsonValue put(const std::vector<std::uint8_t> &bytes) { return base64Text(bytes); }
    template <class T> static JsonValue put(const std::optional<T> &value) { return value ? put(*value) : JsonValue(); }
    template <class T> static JsonValue put(const std::vector<T> &values)
    {
        JsonValue::Array array;
        for (const T &value : values)
            array.push_back(put(value));
        return array;
    }
    template <class T> static JsonValue put(const T &value)
    {
        if constexpr (std::is_integral_v<T> || (std::is_enum_v<T> && !std::is_same_v<T, Side>))
            return static_cast<std::int64_t>(value);
        else if constexpr (std::is_constructible_v<JsonValue, T>)
            return JsonValue(value);
        else
            return written(value);
    }

    static void get(const JsonValue &json, double &value) { value = json.number(); }
    static void get(const JsonValue &json, std::string &value) { value = json.text(); }
    static void get(const JsonValue &json, Side &side);
    static void get(const JsonValue &json, std::vector<std::uint8_t> &bytes) { bytes = base64Bytes(json.text()); }
    static void get(const JsonValue &json, Eigen::MatrixXd &values);
    static void get(const JsonValue &json, Eigen::MatrixXi &values);
    template <class T> static void get(const JsonValue &json, std::optional<T> &value)
    {
        value.reset();
        if (!json.isNull())
            get(json, value.emplace());
    }
    template <class T> static void get(const JsonValue &json, std::vector<T> &values)
    {
        values.clear();
        for (const JsonValue &each : json.array())
            get(each, values.emplace_back());
    }
    template <class T> static void get(const JsonValue &json, T &value)
    {
        if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
            value = static_cast<T>(json.integer());
        else
            value = read<T>(json);
    }

    JsonValue m_object;
    Mode m_mode;
};

} // namespace anchorscope
