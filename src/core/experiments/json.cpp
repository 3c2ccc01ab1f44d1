// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/json.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

constexpr std::string_view base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Rows of unequal length are cut to the first one's or filled with zeros.
template <class Matrix> void getMatrix(const JsonValue &json, Matrix &values)
{
    const JsonValue::Array &rows = json.array();
    const std::size_t columns = rows.empty() ? 0 : rows.front().array().size();
    values.setZero(std::ssize(rows), static_cast<Index>(columns));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const JsonValue::Array &row = rows[i].array();
        for (std::size_t j = 0; j < std::min(columns, row.size()); ++j) {
            auto &value = values(static_cast<Index>(i), static_cast<Index>(j));
            if constexpr (std::is_same_v<typename Matrix::Scalar, double>)
                value = row[j].number();
            else
                value = static_cast<int>(row[j].integer());
        }
    }
}

} // namespace

JsonValue::JsonValue(double value)
{
    if (std::isfinite(value))
        m_value = value;
}

JsonValue::JsonValue(const Eigen::MatrixXd &values)
{
    Array rows;
    for (Index i = 0; i < values.rows(); ++i) {
        Array row;
        for (Index j = 0; j < values.cols(); ++j)
            row.emplace_back(values(i, j));
        rows.emplace_back(std::move(row));
    }
    m_value = std::move(rows);
}

double JsonValue::number() const
{
    if (const auto *whole = std::get_if<std::int64_t>(&m_value))
        return static_cast<double>(*whole);
    const auto *value = std::get_if<double>(&m_value);
    return value ? *value : std::numeric_limits<double>::quiet_NaN();
}

std::int64_t JsonValue::integer() const
{
    const auto *whole = std::get_if<std::int64_t>(&m_value);
    return whole ? *whole : 0;
}

std::string JsonValue::text() const
{
    const auto *value = std::get_if<std::string>(&m_value);
    return value ? *value : std::string();
}

const JsonValue::Array &JsonValue::array() const
{
    static const Array none;
    const auto *values = std::get_if<Array>(&m_value);
    return values ? *values : none;
}

const JsonValue &JsonValue::operator[](std::string_view key) const
{
    static const JsonValue none;
    const auto *members = std::get_if<Object>(&m_value);
    if (!members)
        return none;
    const auto found = members->find(key);
    return found == members->end() ? none : found->second;
}

JsonValue &JsonValue::operator[](std::string_view key)
{
    if (!std::holds_alternative<Object>(m_value))
        m_value = Object();
    return std::get<Object>(m_value)[std::string(key)];
}

JsonValue JsonValue::take(std::string_view key)
{
    auto *members = std::get_if<Object>(&m_value);
    const auto found = members ? members->find(key) : Object::iterator();
    if (!members || found == members->end())
        return {};
    JsonValue taken = std::move(found->second);
    members->erase(found);
    return taken;
}

std::string base64Text(const std::vector<std::uint8_t> &bytes)
{
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t at) { return at < bytes.size() ? std::uint32_t{bytes[at]} : 0; };
        const std::uint32_t bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
        for (std::size_t digit = 0; digit < 4; ++digit)
            text += i + digit <= bytes.size() ? base64Digits[bits >> (18 - 6 * digit) & 63] : '=';
    }
    return text;
}

std::vector<std::uint8_t> base64Bytes(std::string_view text)
{
    std::vector<std::uint8_t> bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char each : text) {
        const std::size_t digit = base64Digits.find(each);
        if (digit == std::string_view::npos)
            continue;
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count < 8)
            continue;
        count -= 8;
        bytes.push_back(static_cast<std::uint8_t>(bits >> count & 255));
    }
    return bytes;
}

void JsonFields::report(const char *key, const Repeated &values)
{
    const bool known = !values.empty();
    m_object[key] = JsonValue::Object{{"mean", known ? JsonValue(values.mean()) : JsonValue()},
                                      {"std", known ? JsonValue(values.std()) : JsonValue()},
                                      {"values", values.values}};
}

void JsonFields::get(const JsonValue &json, Side &side)
{
    // Checkpoints of version 0.1 contain the character code of “x” or “y”.
    side = json.text() == sideId(Side::x) || json.integer() == 'x' ? Side::x : Side::y;
}

void JsonFields::get(const JsonValue &json, Eigen::MatrixXd &values)
{
    getMatrix(json, values);
}

void JsonFields::get(const JsonValue &json, Eigen::MatrixXi &values)
{
    getMatrix(json, values);
}

} // namespace anchorscope
