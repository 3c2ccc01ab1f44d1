// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace anchorscope::test {

/// Numbers and texts of results, for comparing two; durations are omitted. A visitor of describe().
class Numbers
{
public:
    template <class... Values> explicit Numbers(const Values &...each) { (add(each), ...); }

    template <class Value> Numbers &operator()(std::string_view name, const Value &value)
    {
        if (!name.ends_with("seconds"))
            add(value);
        return *this;
    }

    std::vector<double> values;

private:
    template <class Value> void add(const Value &value)
    {
        if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>) {
            values.push_back(static_cast<double>(value));
        } else if constexpr (requires { value.rows(); }) {
            values.insert(values.end(), value.data(), value.data() + value.size());
        } else if constexpr (requires { value.has_value(); }) {
            values.push_back(value.has_value());
            if (value)
                add(*value);
        } else if constexpr (requires { value.begin(); }) {
            for (const auto &each : value)
                add(each);
        } else {
            Value copy = value;
            describe(*this, copy);
        }
    }
};

/// True if two lists are equal bit for bit; unknown numbers are equal to each other.
inline bool sameNumbers(const std::vector<double> &a, const std::vector<double> &b)
{
    return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>, std::bit_cast<std::uint64_t, double>);
}

} // namespace anchorscope::test
