// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/option.h"

#include "core/valuetext.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

template <class Value> constexpr bool isReference = std::is_same_v<Value, EnumReference>;

template <class Value> bool isWithin(const Option &option, const Value &value)
{
    if constexpr (std::is_same_v<Value, std::string>) {
        const auto accepted = option.names ? option.names() : std::vector{value};
        return std::ranges::find(accepted, value) != accepted.end();
    } else if constexpr (std::is_arithmetic_v<Value>) {
        const auto number = static_cast<double>(value);
        return number >= option.min && number <= option.max && std::isfinite(number);
    } else if constexpr (requires { value.has_value(); }) {
        return !value || isWithin(option, *value);
    } else if constexpr (std::is_same_v<Value, NamedNumbers>) {
        return std::ranges::all_of(value, [&](const auto &each) { return isWithin(option, each.second); });
    } else {
        return std::ranges::all_of(value, [&](const auto &each) { return isWithin(option, each); });
    }
}

bool choose(const EnumReference &reference, std::string_view text)
{
    const auto found = std::ranges::find(reference.choices, text, &FieldChoice::id);
    if (found != reference.choices.end())
        reference.set(found->value);
    return found != reference.choices.end();
}

} // namespace

std::string valueText(const Option &option)
{
    return std::visit(
        [](const auto &value) -> std::string {
            if constexpr (!isReference<std::remove_cvref_t<decltype(value)>>)
                return valueText(*value);
            else
                for (const FieldChoice &choice : value.choices) {
                    if (choice.value == value.get())
                        return choice.id;
                }
            return {};
        },
        option.value);
}

bool isValid(const Option &option)
{
    return std::visit(
        [&](const auto &value) {
            if constexpr (isReference<std::remove_cvref_t<decltype(value)>>)
                return true;
            else
                return isWithin(option, *value);
        },
        option.value);
}

bool setText(const Option &option, std::string_view text)
{
    return std::visit(
        [&](const auto &value) {
            if constexpr (isReference<std::remove_cvref_t<decltype(value)>>) {
                return choose(value, text);
            } else {
                auto changed = *value;
                if (!readValue(text, changed) || !isWithin(option, changed))
                    return false;
                *value = std::move(changed);
                return true;
            }
        },
        option.value);
}

} // namespace anchorscope
