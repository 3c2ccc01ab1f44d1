// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/schema.h"

#include "reader/columns/valuetext.h"

namespace anchorscope::parquet {

namespace {

constexpr int deepestSchema = 64;

/// Facts about the ancestors of a leaf of the schema that determine properties of the leaf.
struct Above
{
    std::string name;
    unsigned repetition = 0, definition = 0, listDefinition = 0;
    bool inMap = false;
    /// True if the name of the next element is not displayed, because the format prescribes it (“list”, “element”).
    bool hidden = false;
};

bool isWhole(PhysicalType type)
{
    return type == PhysicalType::int32 || type == PhysicalType::int64;
}

/// Determines the type of a leaf's numbers; returns false if its values are read as texts.
bool numberTypeOf(const SchemaElement &element, NumberType &type)
{
    if (element.meaning == LogicalType::float16 && element.physical == PhysicalType::fixedBytes && element.width == 2) {
        type = NumberType::float16;
        return true;
    }
    if (element.meaning != LogicalType::plain && element.meaning != LogicalType::integer)
        return false;
    const bool wide = element.physical == PhysicalType::int64 || element.physical == PhysicalType::float64;
    if (isWhole(element.physical))
        type = element.isSigned ? (wide ? NumberType::int64 : NumberType::int32)
                                : (wide ? NumberType::uint64 : NumberType::uint32);
    else
        type = wide ? NumberType::float64 : NumberType::float32;
    return wide || element.physical == PhysicalType::int32 || element.physical == PhysicalType::float32;
}

std::string typeName(const Leaf &leaf)
{
    const SchemaElement &element = leaf.element;
    if (leaf.info.numeric)
        return nameOf(leaf.number);
    switch (element.meaning) {
    case LogicalType::text:
        return "string";
    case LogicalType::decimal:
        return "decimal";
    case LogicalType::date:
        return "date";
    case LogicalType::time:
        return "time";
    case LogicalType::timestamp:
        return "timestamp";
    case LogicalType::uuid:
        return "uuid";
    default:
        break;
    }
    if (element.physical == PhysicalType::boolean)
        return "boolean";
    return element.physical == PhysicalType::fixedBytes ? "bytes[" + std::to_string(element.width) + "]" : "bytes";
}

std::string problemOf(const Leaf &leaf, const Above &above)
{
    if (above.inMap)
        return "it is a map, which is not supported; save its values as columns of their own";
    if (leaf.maxRepetition > 1)
        return "it holds lists of lists, and one vector for each item is expected; save one vector for each item, for "
               "example their mean";
    if (leaf.element.physical == PhysicalType::int96)
        return "it has the old timestamp type INT96; save it as TIMESTAMP";
    if (leaf.element.meaning == LogicalType::other)
        return "its type is not supported; save it as numbers or text";
    return {};
}

Leaf leafOf(const SchemaElement &element, const Above &above)
{
    Leaf leaf;
    leaf.element = element;
    leaf.maxRepetition = above.repetition;
    leaf.maxDefinition = above.definition;
    leaf.listDefinition = above.listDefinition;
    leaf.info.name = above.name;
    leaf.info.list = above.repetition > 0;
    leaf.info.numeric = numberTypeOf(element, leaf.number);
    leaf.asText = !leaf.info.numeric;
    leaf.info.type = (leaf.info.list ? "list of " : "") + typeName(leaf);
    leaf.info.numeric = leaf.info.numeric || (leaf.info.list && element.meaning == LogicalType::decimal);
    leaf.info.problem = problemOf(leaf, above);
    if (!leaf.info.problem.empty())
        leaf.info.problemCode = "unsupported-type";
    return leaf;
}

class Walk
{
public:
    explicit Walk(const std::vector<SchemaElement> &schema) : m_schema(schema) {}

    std::vector<Leaf> run()
    {
        if (m_schema.empty() || m_schema[0].leaf)
            damagedColumn("it has no schema");
        m_next = 1;
        for (std::int32_t i = 0; i < m_schema[0].children; ++i)
            visit({}, 0);
        if (m_next != m_schema.size())
            damagedColumn("its schema has elements outside its tree");
        return std::move(m_leaves);
    }

private:
    void visit(Above above, int depth)
    {
        if (m_next >= m_schema.size() || depth > deepestSchema)
            damagedColumn("its schema ends early or is nested too deep");
        const SchemaElement &element = m_schema[m_next++];
        if (element.repetition != Repetition::required)
            ++above.definition;
        if (element.repetition == Repetition::repeated) {
            ++above.repetition;
            above.listDefinition = above.definition;
        }
        if (!above.hidden)
            above.name += (above.name.empty() ? "" : ".") + element.name;
        if (element.leaf)
            return m_leaves.push_back(leafOf(element, above));
        above.inMap = above.inMap || element.meaning == LogicalType::map;
        // A list is three nested elements; the inner two have fixed names. Older writers omit one of the inner
        // elements.
        const bool inner = above.hidden && element.repetition == Repetition::repeated && element.children == 1;
        above.hidden = element.meaning == LogicalType::list || inner;
        for (std::int32_t i = 0; i < element.children; ++i)
            visit(above, depth + 1);
    }

    const std::vector<SchemaElement> &m_schema;
    std::size_t m_next = 0;
    std::vector<Leaf> m_leaves;
};

std::int64_t wholeOf(const Leaf &leaf, Bytes value)
{
    return leaf.element.physical == PhysicalType::int32 ? numberAt<std::int32_t>(value, 0)
                                                        : numberAt<std::int64_t>(value, 0);
}

} // namespace

std::vector<Leaf> leavesOf(const std::vector<SchemaElement> &schema)
{
    return Walk(schema).run();
}

std::string textOf(const Leaf &leaf, Bytes value)
{
    const SchemaElement &element = leaf.element;
    const auto unit = static_cast<TimeUnit>(element.perSecond);
    const bool whole = isWhole(element.physical);
    if (element.meaning == LogicalType::date && whole)
        return dateText(wholeOf(leaf, value));
    if (element.meaning == LogicalType::time && whole)
        return timeText(wholeOf(leaf, value), unit);
    if (element.meaning == LogicalType::timestamp && whole)
        return timestampText(wholeOf(leaf, value), unit, element.utc);
    if (element.meaning == LogicalType::decimal)
        return decimalText(value, element.scale, !whole);
    if (element.meaning == LogicalType::uuid)
        return uuidText(value);
    if (element.physical == PhysicalType::boolean)
        return numberAt<std::uint8_t>(value, 0) != 0 ? "true" : "false";
    return element.meaning == LogicalType::text ? std::string(charactersOf(value)) : bytesText(charactersOf(value));
}

} // namespace anchorscope::parquet
