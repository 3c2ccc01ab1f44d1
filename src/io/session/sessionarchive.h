// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "io/hdf5/hdf5file.h"
#include "io/hdf5/hdf5frame.h"
#include "io/session/badsession.h"

#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>

/// Writer and reader of HDF5 with the same member functions, so that one list of fields (sessionfields.h) serves both.
/// Single values are attributes of a group; lists and matrices are datasets in it, with a checksum, which the reader
/// compares if present. Absent values keep their defaults, so that later versions may add fields.
namespace anchorscope::io {

/// Path of the group that is being written or read.
class ArchivePath
{
public:
    const std::string &group() const { return m_path; }
    std::string in(const std::string &name) const { return (m_path == "/" ? "/" : m_path + "/") + name; }
    void enter(const std::string &name) { m_path = in(name); }
    void leave()
    {
        m_path.resize(m_path.rfind('/'));
        if (m_path.empty())
            m_path = "/";
    }

private:
    std::string m_path = "/";
};

class SessionWriter
{
public:
    static constexpr bool reading = false;

    template <std::integral T> void value(const char *name, const T &number)
    {
        // A number of 2^63 or more becomes the negative number with the same bits.
        m_file.attribute(m_path.group(), name, static_cast<std::int64_t>(number));
    }
    void value(const char *name, const double &number) { m_file.attribute(m_path.group(), name, number); }
    void value(const char *name, const std::string &text) { m_file.attribute(m_path.group(), name, text); }
    template <class T> void value(const char *name, const std::optional<T> &maybe)
    {
        if (maybe)
            value(name, *maybe);
    }
    template <class T> void list(const char *name, const std::vector<T> &values)
    {
        if constexpr (std::is_same_v<T, std::string>) {
            m_file.strings(m_path.in(name), values);
        } else if constexpr (std::is_same_v<T, Index>) { // writes values of the type Index as int64
            numbers(name, std::span<const std::int64_t>(values), {values.size()});
        } else {
            numbers(name, std::span<const T>(values), {values.size()});
        }
    }
    template <class Derived> void matrix(const char *name, const Eigen::PlainObjectBase<Derived> &matrix)
    {
        using T = typename Derived::Scalar;
        const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = matrix;
        numbers(name, std::span<const T>(rows.data(), static_cast<std::size_t>(rows.size())),
                {static_cast<hsize_t>(rows.rows()), static_cast<hsize_t>(rows.cols())});
    }
    template <class Body> void group(const std::string &name, const Body &body)
    {
        m_path.enter(name);
        m_file.group(m_path.group());
        body();
        m_path.leave();
    }
    /// Does nothing; SessionReader::resize() gives the list as many elements as the file has.
    template <class T> void resize(const std::vector<T> &) {}

    Result<std::string> finish()
    {
        const auto bytes = m_file.bytes();
        return bytes ? Result(std::string(*bytes)) : bytes.error();
    }

private:
    template <class T> void numbers(const char *name, std::span<const T> values, const std::vector<hsize_t> &shape)
    {
        m_file.numbers(m_path.in(name), values, shape);
    }

    Hdf5Writer m_file;
    ArchivePath m_path;
};

class SessionReader
{
public:
    static constexpr bool reading = true;

    explicit SessionReader(const Hdf5Content &content) : m_content(content) {}

    template <std::integral T> void value(const char *name, T &number) const
    {
        const auto found = attributeInteger(here(), name);
        if (!found)
            return;
        if constexpr (std::is_same_v<T, bool>)
            number = *found != 0;
        else if constexpr (std::is_signed_v<T>)
            number = inRange<T>(name, *found);
        else
            number = static_cast<T>(*found);
    }
    void value(const char *name, double &number) const;
    void value(const char *name, std::string &text) const
    {
        if (findAttribute(here(), name))
            text = attributeText(here(), name);
    }
    template <class T> void value(const char *name, std::optional<T> &maybe) const
    {
        if (!findAttribute(here(), name))
            return maybe.reset();
        maybe.emplace();
        value(name, *maybe);
    }
    template <class T> void list(const char *name, std::vector<T> &values) const
    {
        const frame::Node *node = loaded(name, 1);
        if (!node)
            return values.clear();
        if constexpr (std::is_same_v<T, std::string>) {
            requireType(*node, frame::Element::string);
            requireSavedValues(*node);
            const auto strings = m_content.strings(*node);
            values.assign(strings.begin(), strings.end());
        } else {
            const auto numbers = checked<T>(*node);
            values.assign(numbers.begin(), numbers.end());
        }
    }
    template <class Derived> void matrix(const char *name, Eigen::PlainObjectBase<Derived> &matrix) const
    {
        using T = typename Derived::Scalar;
        const frame::Node *node = loaded(name, 2);
        if (!node)
            return matrix.resize(0, 0);
        using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        matrix = Eigen::Map<const Rows>(checked<T>(*node).data(), static_cast<Index>(node->shape[0]),
                                        static_cast<Index>(node->shape[1]));
    }
    template <class Body> void group(const std::string &name, const Body &body)
    {
        const frame::Node *node = m_content.find(m_path.in(name));
        if (!node)
            return;
        if (!node->problem.empty())
            fail(name.c_str(), node->problem);
        m_path.enter(name);
        body();
        m_path.leave();
    }
    template <class T> void resize(std::vector<T> &values) const
    {
        values.clear();
        while (m_content.find(m_path.in(std::to_string(values.size()))))
            values.emplace_back();
    }
    [[noreturn]] void fail(const char *name, const std::string &what) const { throw BadSession(m_path.in(name), what); }
    /// Reports that the file contains `text` where this version expects one of several known words.
    [[noreturn]] void failUnknown(const char *name, const std::string &text) const;

private:
    template <class T> static constexpr frame::Element elementOf()
    {
        if constexpr (std::is_same_v<T, float>)
            return frame::Element::float32;
        else if constexpr (std::is_same_v<T, double>)
            return frame::Element::float64;
        else if constexpr (sizeof(T) == 8)
            return frame::Element::int64;
        else
            return frame::Element::int32;
    }
    template <class T> T inRange(const char *name, std::int64_t number) const
    {
        if (number < std::numeric_limits<T>::min() || number > std::numeric_limits<T>::max())
            fail(name, "the number " + std::to_string(number) + " is out of range");
        return static_cast<T>(number);
    }
    const frame::Node &here() const;
    /// Finds a loaded dataset by name and number of axes; null if it does not exist.
    const frame::Node *loaded(const char *name, std::size_t rank) const;
    void requireType(const frame::Node &node, frame::Element element) const;
    void requireSavedValues(const frame::Node &node) const;
    /// Returns the elements of a dataset after checking their type and checksum.
    template <class T> std::span<const T> checked(const frame::Node &node) const
    {
        requireType(node, elementOf<T>());
        requireSavedValues(node);
        return m_content.elements<T>(node);
    }

    const Hdf5Content &m_content;
    ArchivePath m_path;
};

} // namespace anchorscope::io
