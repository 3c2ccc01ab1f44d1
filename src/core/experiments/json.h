// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/side.h"
#include "core/matrix.h"
#include "core/repeat.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

template <> struct nlohmann::adl_serializer<Eigen::MatrixXd>
{
    static void to_json(json &json, const Eigen::MatrixXd &values);
};

template <> struct nlohmann::adl_serializer<Eigen::MatrixXi>
{
    static void to_json(json &json, const Eigen::MatrixXi &values) { json = Eigen::MatrixXd(values.cast<double>()); }
};

template <class T> struct nlohmann::adl_serializer<std::optional<T>>
{
    static void to_json(json &json, const std::optional<T> &value)
    {
        json = nullptr;
        if (value)
            json = *value;
    }
};

namespace anchorscope {

using JsonValue = nlohmann::json;
using JsonArray = JsonValue::array_t;
using JsonObject = JsonValue::object_t;

inline void to_json(JsonValue &json, Side side)
{
    json = sideId(side);
}

/// Removes a member from a JSON object and returns its value; null if it is missing.
JsonValue takeMember(JsonValue &object, const char *name);

/// Encodes bytes in base64 (RFC 4648), with padding.
std::string base64Text(const std::vector<std::uint8_t> &bytes);
std::vector<std::uint8_t> base64Bytes(std::string_view text);

/// Converts structs to and from JSON by their describe() functions, for checkpoints and for rows of reports.
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
    /// Converts a struct to a row of a report, for example a RepeatedValue to mean and deviation.
    template <class Row> static JsonValue reported(const Row &row)
    {
        return walked({}, Mode::report, const_cast<Row &>(row)); // const_cast is safe: the value is only read
    }
    template <class Row> static JsonValue reported(const std::vector<Row> &rows)
    {
        JsonArray array;
        for (const Row &row : rows)
            array.push_back(reported(row));
        return array;
    }

    template <class T> JsonFields &operator()(const char *name, T &value)
    {
        if (m_mode == Mode::read)
            get(memberOf(m_object, name), value);
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
        JsonFields fields(mode == Mode::read ? object : JsonValue(JsonObject()), mode);
        describe(fields, value);
        return std::move(fields.m_object);
    }

    static const JsonValue &memberOf(const JsonValue &object, const char *name);

    void report(const char *key, const RepeatedValue &values);
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
        JsonArray array;
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

    // If the type in the JSON is not as expected, the following functions return NaN, 0 or an empty value.
    static std::int64_t integer(const JsonValue &json)
    {
        return json.is_number_integer() ? json.get<std::int64_t>() : 0;
    }
    static std::string text(const JsonValue &json)
    {
        return json.is_string() ? json.get<std::string>() : std::string();
    }
    static void get(const JsonValue &json, double &value);
    static void get(const JsonValue &json, std::string &value) { value = text(json); }
    static void get(const JsonValue &json, Side &side);
    static void get(const JsonValue &json, std::vector<std::uint8_t> &bytes) { bytes = base64Bytes(text(json)); }
    /// Reads a matrix. Rows that are longer or shorter than the first one are cut or filled with zeros.
    template <class Number>
    static void get(const JsonValue &json, Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic> &values)
    {
        std::vector<std::vector<Number>> rows;
        get(json, rows);
        values.setZero(std::ssize(rows), rows.empty() ? 0 : std::ssize(rows.front()));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (Index j = 0; j < std::min(values.cols(), static_cast<Index>(std::ssize(rows[i]))); ++j)
                values(static_cast<Index>(i), j) = rows[i][static_cast<std::size_t>(j)];
        }
    }
    template <class T> static void get(const JsonValue &json, std::optional<T> &value)
    {
        value.reset();
        if (!json.is_null())
            get(json, value.emplace());
    }
    template <class T> static void get(const JsonValue &json, std::vector<T> &values)
    {
        values.clear();
        for (std::size_t i = 0; json.is_array() && i < json.size(); ++i)
            get(json[i], values.emplace_back());
    }
    template <class T> static void get(const JsonValue &json, T &value)
    {
        if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
            value = static_cast<T>(integer(json));
        else
            value = read<T>(json);
    }

    JsonValue m_object;
    Mode m_mode;
};

} // namespace anchorscope
