// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace anchorscope {

/// Why something could not be done, in words for the user.
struct Error
{
    std::string code;    ///< stable, for programs: "unreadable-file", "wrong-usage", "too-few-pairs", …
    std::string message; ///< one or two sentences: what was expected, what was found, what to do next
    std::string file;    ///< path, empty if no file is concerned
    std::string place;   ///< row, column, line or dataset inside the file; may be empty

    /// The sentence with its file and place in front, as shown on a page or a terminal.
    std::string text() const
    {
        std::string where = file;
        if (!place.empty())
            where += where.empty() ? place : ", " + place;
        return where.empty() ? message : where + ": " + message;
    }
};

/// A value or the reason why there is none. std::expected is C++23.
template <class T> class [[nodiscard]] Result
{
public:
    Result(T value) : m_content(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_content(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_content.index() == 0; }
    explicit operator bool() const { return ok(); }

    T &value() & { return std::get<0>(m_content); }
    const T &value() const & { return std::get<0>(m_content); }
    T &&value() && { return std::get<0>(std::move(m_content)); }
    T &operator*() & { return value(); }
    const T &operator*() const & { return value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

    const Error &error() const { return std::get<1>(m_content); }

private:
    std::variant<T, Error> m_content;
};

/// Success without a value.
struct Done
{
};
using Status = Result<Done>;

} // namespace anchorscope
