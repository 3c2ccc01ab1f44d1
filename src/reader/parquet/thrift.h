// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/filebytes.h"

#include <string>
#include <string_view>

namespace anchorscope::parquet {

/// Reader of Apache Thrift's compact protocol, the format of Parquet's footer and page headers. Reading always
/// terminates: at the end of the bytes, or at the maximum nesting depth.
class Thrift
{
public:
    enum Type : std::uint8_t {
        stop = 0,
        yes = 1,
        no = 2,
        int8 = 3,
        int16 = 4,
        int32 = 5,
        int64 = 6,
        float64 = 7,
        binary = 8,
        list = 9,
        set = 10,
        map = 11,
        structure = 12
    };
    struct Field
    {
        Type type = stop;
        std::int16_t id = 0;
        explicit operator bool() const { return type != stop; }
    };
    struct List
    {
        Type type;
        std::uint32_t size;
    };

    explicit Thrift(Bytes bytes) : m_bytes(bytes) {}

    /// Reads a structure. take(field) reads the value of each field, or skips it by skip(field.type).
    template <class Take> void fields(const Take &take)
    {
        enter();
        std::int16_t last = 0;
        while (const Field field = next(last))
            take(field);
        --m_depth;
    }
    /// Reads a list. take(type of the elements) is called once per element and reads it.
    template <class Take> void elements(const Take &take)
    {
        enter();
        const List head = listHead();
        for (std::uint32_t i = 0; i < head.size; ++i)
            take(head.type);
        --m_depth;
    }
    std::int64_t integer(Type type); ///< reads an integer of 8 to 64 bits
    bool boolean(Type type) const { return type == yes; }
    std::string_view text(Type type);
    void skip(Type type);
    std::size_t position() const { return m_at; }

private:
    void enter();
    Field next(std::int16_t &last);
    List listHead();
    void skipElement(Type type);
    void skipMap();
    std::uint8_t byte();
    std::uint64_t number()
    {
        return variableNumber([this] { return byte(); }, "its metadata");
    }

    Bytes m_bytes;
    std::size_t m_at = 0;
    int m_depth = 0;
};

/// Thrown if the bytes end within a structure; with more bytes it could be read.
class ThriftEnd : public UnreadableColumn
{
public:
    ThriftEnd()
        : UnreadableColumn("damaged-file", "this file is damaged: its metadata end early; create or download it again")
    {
    }
};

} // namespace anchorscope::parquet
