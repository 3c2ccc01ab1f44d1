// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/thrift.h"

namespace anchorscope::parquet {

namespace {

/// Maximum nesting depth; Parquet's metadata are nested 7 deep.
constexpr int deepestStructure = 32;

} // namespace

void Thrift::enter()
{
    if (++m_depth > deepestStructure)
        damagedColumn("its metadata are nested too deep");
}

std::uint8_t Thrift::byte()
{
    if (m_at >= m_bytes.size())
        throw ThriftEnd();
    return static_cast<std::uint8_t>(m_bytes[m_at++]);
}

Thrift::Field Thrift::next(std::int16_t &last)
{
    const std::uint8_t head = byte();
    const auto type = static_cast<Type>(head & 15U);
    if (type == stop)
        return {};
    if (type > structure)
        damagedColumn("its metadata contain a field of an unknown type");
    const unsigned step = head >> 4;
    last = static_cast<std::int16_t>(step != 0 ? last + static_cast<int>(step) : unfolded(number()));
    return {type, last};
}

Thrift::List Thrift::listHead()
{
    const std::uint8_t head = byte();
    const auto type = static_cast<Type>(head & 15U);
    std::uint64_t size = head >> 4;
    if (size == 15)
        size = number();
    // Rejects a list with more elements than bytes are left, because an element takes at least one byte.
    if (size > m_bytes.size() - m_at)
        throw ThriftEnd();
    return {type, static_cast<std::uint32_t>(size)};
}

std::int64_t Thrift::integer(Type type)
{
    if (type == int8)
        return static_cast<std::int8_t>(byte());
    if (type != int16 && type != int32 && type != int64)
        damagedColumn("its metadata have no whole number where one is expected");
    return unfolded(number());
}

std::string_view Thrift::text(Type type)
{
    if (type != binary)
        damagedColumn("its metadata have no text where one is expected");
    const std::uint64_t length = number();
    if (length > m_bytes.size() - m_at)
        throw ThriftEnd();
    m_at += length;
    return charactersOf(m_bytes).substr(m_at - length, length);
}

/// Skips an element of a list or map, in which a boolean takes a byte (in a structure none).
void Thrift::skipElement(Type type)
{
    if (type == yes || type == no)
        byte();
    else
        skip(type);
}

void Thrift::skipMap()
{
    enter();
    const std::uint64_t size = number();
    if (size > m_bytes.size() - m_at)
        throw ThriftEnd();
    const std::uint8_t kinds = size > 0 ? byte() : std::uint8_t{0};
    for (std::uint64_t i = 0; i < size; ++i) {
        skipElement(static_cast<Type>(kinds >> 4));
        skipElement(static_cast<Type>(kinds & 15U));
    }
    --m_depth;
}

void Thrift::skip(Type type)
{
    switch (type) {
    case yes:
    case no:
        return;
    case int8:
        byte();
        return;
    case int16:
    case int32:
    case int64:
        number();
        return;
    case float64:
        for (int i = 0; i < 8; ++i)
            byte();
        return;
    case binary:
        text(type);
        return;
    case list:
    case set:
        return elements([this](Type each) { skipElement(each); });
    case structure:
        return fields([this](Field field) { skip(field.type); });
    case map:
        return skipMap();
    case stop:
        break;
    }
    damagedColumn("its metadata contain a value of an unknown type");
}

} // namespace anchorscope::parquet
