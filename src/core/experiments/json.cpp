// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/json.h"

#include <limits>

namespace anchorscope {

namespace {

constexpr std::string_view base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

JsonValue takeMember(JsonValue &object, const char *name)
{
    JsonValue taken;
    if (const auto found = object.find(name); found != object.end()) {
        taken.swap(*found);
        object.erase(found);
    }
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

const JsonValue &JsonFields::memberOf(const JsonValue &object, const char *name)
{
    static const JsonValue none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

void JsonFields::report(const char *key, const RepeatedValue &values)
{
    const bool known = !values.empty();
    m_object[key] = JsonObject{{"mean", known ? JsonValue(values.mean()) : JsonValue()},
                               {"std", known ? JsonValue(values.std()) : JsonValue()},
                               {"values", values.values}};
}

void JsonFields::get(const JsonValue &json, double &value)
{
    value = json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

void JsonFields::get(const JsonValue &json, Side &side)
{
    // Checkpoints of version 0.1 contain the character code of “x” or “y” instead of the text.
    side = text(json) == sideId(Side::x) || integer(json) == 'x' ? Side::x : Side::y;
}

} // namespace anchorscope

void nlohmann::adl_serializer<Eigen::MatrixXd>::to_json(json &json, const Eigen::MatrixXd &values)
{
    json = nlohmann::json::array();
    for (const auto &row : values.rowwise())
        json.push_back(std::vector<double>(row.begin(), row.end()));
}
