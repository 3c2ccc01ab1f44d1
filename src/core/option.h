// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace anchorscope {

/// Value of an enumeration, with its id on the command line and in files.
struct FieldChoice
{
    int value;
    const char *id;
    const char *label = nullptr; ///< label on screen; null if the id is shown
};

struct EnumReference
{
    std::function<int()> get;
    std::function<void(int)> set;
    std::span<const FieldChoice> choices;
};

using NamedNumbers = std::vector<std::pair<std::string, double>>;

/// Option of a command with its current value, for code that does not know the type of the struct with the options.
/// Made by optionOf() of field.h; refers to the struct, which must outlive it.
struct Option
{
    using Value =
        std::variant<double *, int *, Index *, std::uint64_t *, bool *, std::string *, std::optional<double> *,
                     std::optional<int> *, std::optional<std::string> *, std::vector<double> *, std::vector<Index> *,
                     std::vector<std::string> *, NamedNumbers *, EnumReference>;

    const char *id, *label, *about, *unit;
    Value value;
    double min, max;
    const char *oldId;
    int group;
    std::vector<std::string> (*names)();
};

/// Value of an option as text, as on the command line; commas separate the values of a list.
std::string valueText(const Option &option);
/// Sets an option from text in the notation of valueText(). Returns false and changes nothing if the text is not valid.
bool setText(const Option &option, std::string_view text);
/// True if the value, or every value of a list, is valid. A missing optional value is valid.
bool isValid(const Option &option);

} // namespace anchorscope
