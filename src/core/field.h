// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/option.h"
#include "core/result.h"
#include "core/valuetext.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace anchorscope {

/// Access to a member of the struct S whose type is an enumeration. Code that does not know the enumeration reads and
/// writes the member as a number.
template <class S> struct EnumMember
{
    int (*get)(const S &);
    void (*set)(S &, int);
    std::span<const FieldChoice> choices;

    bool operator==(const EnumMember &other) const { return get == other.get; }
};

template <class S, auto member> constexpr EnumMember<S> enumMember(std::span<const FieldChoice> choices)
{
    return {[](const S &options) { return static_cast<int>(options.*member); },
            [](S &options, int value) {
                options.*member = static_cast<std::remove_cvref_t<decltype(options.*member)>>(value);
            },
            choices};
}

inline constexpr std::array sideChoicesX{FieldChoice{0, "x"}, FieldChoice{1, "y"}};
inline constexpr std::array sideChoicesY{FieldChoice{1, "y"}, FieldChoice{0, "x"}};

inline constexpr double anyNumber = std::numeric_limits<double>::infinity();
inline constexpr double anyCount = std::numeric_limits<std::int32_t>::max();
/// Largest random seed: JSON output contains it, and JSON readers store whole numbers exactly up to this value.
inline constexpr double anySeed = (std::int64_t{1} << 53) - 1;

/// Description of one option of a command. The option is a member of the struct S, its default the value in S{}. Help,
/// command line, sessions and the window are built from the lists that fields<S>() returns.
template <class S> struct Field
{
    using Member = std::variant<double S::*, int S::*, Index S::*, std::uint64_t S::*, bool S::*, std::string S::*,
                                std::optional<double> S::*, std::optional<int> S::*, std::optional<std::string> S::*,
                                std::vector<double> S::*, std::vector<Index> S::*, std::vector<std::string> S::*,
                                NamedNumbers S::*, EnumMember<S>>;

    const char *id; ///< name on the command line; empty if the command line does not offer the option
    const char *label;
    const char *about; ///< description: a sentence without a full stop, to which help adds the default
    const char *unit;  ///< placeholder for the value in help; empty for a flag
    Member member;
    /// Smallest and greatest valid value, both inclusive.
    double min = -anyNumber, max = anyNumber;
    /// Key in session files; empty if sessions do not store the option.
    const char *oldId = "";
    /// Group of methods or experiments that use the option, as a number; 0: all of them.
    int group = 0;
    /// Texts that are valid values, the default first; null: any text is valid.
    std::vector<std::string> (*names)() = nullptr;
};

std::vector<std::string> idsOf(const auto &registry)
{
    std::vector<std::string> ids;
    for (const auto &entry : registry)
        ids.emplace_back(entry.id);
    return ids;
}

/// Descriptions of all options in the struct S, in the order of session files.
template <class S> std::span<const Field<S>> fields();

template <class S> const Field<S> &fieldOf(std::string_view id)
{
    for (const Field<S> &field : fields<S>()) {
        if (field.id == id)
            return field;
    }
    std::abort();
}

template <class S> Option optionOf(const Field<S> &field, S &options)
{
    const auto valueOf = [&](const auto &member) -> Option::Value {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, EnumMember<S>>)
            return EnumReference{[&options, member] { return member.get(options); },
                                 [&options, member](int value) { member.set(options, value); }, member.choices};
        else
            return &(options.*member);
    };
    return {field.id,  field.label, field.about, field.unit,  std::visit(valueOf, field.member),
            field.min, field.max,   field.oldId, field.group, field.names};
}

template <class S> std::vector<Option> optionsOf(S &options)
{
    std::vector<Option> all;
    for (const Field<S> &field : fields<S>())
        all.push_back(optionOf(field, options));
    return all;
}

template <class S> std::string valueText(const Field<S> &field, const S &options)
{
    return valueText(optionOf(field, const_cast<S &>(options))); // const_cast is safe: the value is only read
}

template <class S> bool isDefault(const Field<S> &field, const S &options)
{
    return valueText(field, options) == valueText(field, S{});
}

/// Describes the values that an option accepts, to complete a sentence “Expected …”.
template <class S> std::string rangeText(const Field<S> &field)
{
    if (!field.names)
        return (field.max < anyNumber ? "from " + valueText(field.min) + " to " + valueText(field.max)
                                      : "of at least " + valueText(field.min));
    return "to be one of " + joinedText(field.names());
}

/// True if the value of an option is in its range or one of its names. A missing optional value is valid.
template <class S> bool isValid(const Field<S> &field, const S &options)
{
    return isValid(optionOf(field, const_cast<S &>(options))); // const_cast is safe: the value is only read
}

/// Sets an option from text in the notation of valueText(). Returns false and changes nothing if the text is not valid.
template <class S> bool setText(const Field<S> &field, S &options, std::string_view text)
{
    return setText(optionOf(field, options), text);
}

/// Returns the error "wrong-usage" for the first option whose value is not valid.
template <class S> Status checkFields(const S &options)
{
    for (const Field<S> &field : fields<S>()) {
        if (!isValid(field, options))
            return Error(ErrorCode::wrongUsage, "Expected “" + std::string(field.label) + "” " + rangeText(field) +
                                                    ", found " + valueText(field, options) + ".");
    }
    return Done{};
}

} // namespace anchorscope
