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

/// Value of an enumeration and its name on the command line and in files.
struct FieldChoice
{
    int value;
    const char *id;
    const char *label = nullptr; ///< label of the value on screen; null: the id
};

/// Reference to a member of enumeration type, by the numeric values of its enumerators.
struct EnumReference
{
    std::function<int()> get;
    std::function<void(int)> set;
    std::span<const FieldChoice> choices; ///< enumerators, the default first
};

/// Table of numbers by name, read from a file of two columns.
using NamedNumbers = std::vector<std::pair<std::string, double>>;

/// One option and its value in one object, for readers that do not know the type of the object. Made by optionOf() of
/// field.h; the object must outlive it.
struct Option
{
    using Value =
        std::variant<double *, int *, Index *, std::uint64_t *, bool *, std::string *, std::optional<double> *,
                     std::optional<int> *, std::optional<std::string> *, std::vector<double> *, std::vector<Index> *,
                     std::vector<std::string> *, NamedNumbers *, EnumReference>;

    // Texts of the option, as in Field.
    const char *id, *label, *about, *unit;
    Value value;
    double min, max;
    const char *oldId;
    int group;
    std::vector<std::string> (*names)();
};

/// Text of an option's value, as on the command line; values of a list, separated by commas.
std::string valueText(const Option &option);
/// Sets an option from text in the notation of valueText(). Returns false, and sets nothing, for another text or a
/// value that is not valid.
bool setText(const Option &option, std::string_view text);
/// True if the value of an option, or each one of a list, is in range or among its names; an absent value counts as
/// valid.
bool isValid(const Option &option);

} // namespace anchorscope
