// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/columns/columnframe.h"

#include "frame/budget.h"

#include <algorithm>

namespace anchorscope {

namespace {

frame::Attribute textAttribute(const char *name, const std::string &value)
{
    return {name, std::vector<std::string>{value}};
}

frame::Attribute integerAttribute(const char *name, std::uint64_t value)
{
    return {name, std::vector<std::int64_t>{static_cast<std::int64_t>(value)}};
}

class ColumnLoader
{
public:
    ColumnLoader(ColumnSource &source, const Request &request, FrameWriter &frame, const StatusPipe &status)
        : m_source(source), m_request(request), m_frame(frame), m_status(status)
    {
    }

    std::vector<frame::Node> load()
    {
        list();
        m_total = static_cast<double>(std::ranges::count_if(m_nodes, [&](const auto &each) { return selects(each); }));
        std::vector<frame::Node> states;
        for (frame::Node &node : m_nodes) {
            if (!selects(node))
                continue;
            try {
                loadNode(node, states);
            } catch (const UnreadableColumn &failure) {
                node.problemCode = failure.code();
                node.problem = failure.what();
            }
            ++m_done;
        }
        std::ranges::move(states, std::back_inserter(m_nodes));
        return std::move(m_nodes);
    }

private:
    bool selects(const frame::Node &node) const { return node.problem.empty() && m_request.selects(node); }

    void list()
    {
        frame::Node root{.path = "/"};
        root.attributes = {textAttribute("format", m_source.format()), integerAttribute("rows", m_source.rows()),
                           textAttribute("note", m_source.note())};
        m_nodes.push_back(std::move(root));
        if (m_source.columns().size() > maxColumns)
            throw UnreadableColumn("too-large", "expected at most ", maxColumns, " columns, found ",
                                   m_source.columns().size(), "; save those with the vectors as a file of their own");
        for (std::size_t i = 0; i < m_source.columns().size(); ++i)
            listColumn("/columns/" + std::to_string(i), m_source.columns()[i]);
    }

    void listColumn(const std::string &path, const ColumnInfo &column)
    {
        frame::Node group{.path = path};
        group.attributes = {textAttribute("name", column.name), textAttribute("type", column.type)};
        group.problemCode = column.problemCode;
        group.problem = column.problem;
        m_nodes.push_back(std::move(group));
        if (!column.problem.empty())
            return;
        const std::uint64_t rows = m_source.rows();
        addDataset(path + "/sample", column, frame::Element::string, {std::min(rows, frame::sampleRows)});
        addDataset(path + "/text", column, frame::Element::string, {rows});
        if (column.numeric)
            addDataset(path + "/numbers", column, frame::Element::float32,
                       column.list || column.width > 1
                           ? std::vector<std::uint64_t>{rows, column.list ? 0 : column.width}
                           : std::vector<std::uint64_t>{rows});
    }

    void addDataset(std::string path, const ColumnInfo &column, frame::Element element,
                    std::vector<std::uint64_t> shape)
    {
        m_columnOf.resize(m_nodes.size());
        m_columnOf.push_back(static_cast<std::size_t>(&column - m_source.columns().data()));
        m_nodes.push_back({.path = std::move(path),
                           .kind = frame::Kind::dataset,
                           .storedType = column.type,
                           .element = element,
                           .shape = std::move(shape)});
    }

    void loadNode(frame::Node &node, std::vector<frame::Node> &states)
    {
        m_status.enter(node.path);
        const std::size_t column = m_columnOf[static_cast<std::size_t>(&node - m_nodes.data())];
        const bool sample = node.path.ends_with("/sample");
        if (!sample && m_request.selectsRows(node)) {
            node.firstRow = m_request.firstRow;
            node.someRows = m_request.rows;
        }
        if (node.element == frame::Element::string)
            loadTexts(node, column);
        else
            loadNumbers(node, column, states);
    }

    void read(std::size_t column, RowSink &sink)
    {
        const auto rows = static_cast<double>(std::max<std::uint64_t>(m_source.rows(), 1));
        m_source.read(column, sink, [&] {
            m_status.progress(std::min(1.0, (m_done + static_cast<double>(sink.row()) / rows) / m_total));
        });
    }

    void take(std::uint64_t bytes)
    {
        if (bytes > m_request.maxBytes - m_decoded)
            throw UnreadableColumn("too-large", frame::overBudget(m_decoded + std::min(bytes, UINT64_MAX - m_decoded),
                                                                  m_request.maxBytes));
        m_decoded += bytes;
    }

    void loadTexts(frame::Node &node, std::size_t column)
    {
        const std::uint64_t count = node.payloadShape()[0];
        TextSink sink(node.firstRow, count, m_source.columns()[column].list || m_source.columns()[column].width > 1,
                      m_request.maxBytes - m_decoded);
        read(column, sink);
        sink.finish(count);
        take(frame::bytesOfStrings(count, 0) + sink.texts().size());
        node.attributes.push_back(integerAttribute("missing", sink.missing()));
        m_frame.addStrings(node, sink.texts());
    }

    /// Number of values per row. If rows are lists, the length of the first list that is not empty.
    std::uint64_t lengthOf(std::size_t column)
    {
        if (!m_source.columns()[column].list)
            return m_source.columns()[column].width;
        LengthSink sink(m_source.rows());
        m_source.read(column, sink, [this] { m_status.alive(); });
        if (sink.length() == 0)
            throw UnreadableColumn("bad-dataset", "expected a list of numbers for each item, found empty ones only");
        return sink.length();
    }

    void loadNumbers(frame::Node &node, std::size_t column, std::vector<frame::Node> &states)
    {
        const std::uint64_t dimensions = lengthOf(column), count = node.payloadShape()[0];
        if (node.shape.size() > 1)
            node.shape[1] = dimensions;
        take(frame::decodedBytes(node, 0));
        NumberSink sink(node.firstRow, count, dimensions, [this](Bytes values) { m_status.send(values); });
        read(column, sink);
        sink.finish();
        if (sink.states().empty())
            return;
        frame::Node found{.path = node.path.substr(0, node.path.rfind('/')) + "/states",
                          .kind = frame::Kind::dataset,
                          .storedType = "uint8",
                          .element = frame::Element::uint8,
                          .shape = {node.shape[0]},
                          .someRows = node.someRows,
                          .firstRow = node.firstRow};
        found.attributes = {integerAttribute("length", sink.wrongLength())};
        m_frame.addPayload(found, [&](const FrameWriter::Append &append) {
            append(std::as_bytes(std::span(sink.states())));
            return true;
        });
        states.push_back(std::move(found));
    }

    /// Maximum number of columns; a frame has at most maxNodes nodes, and each column takes up to 5.
    static constexpr std::size_t maxColumns = frame::maxNodes / 5 - 1;

    ColumnSource &m_source;
    const Request &m_request;
    FrameWriter &m_frame;
    const StatusPipe &m_status;
    std::vector<frame::Node> m_nodes;
    std::vector<std::size_t> m_columnOf; ///< index of the column that each node describes
    std::uint64_t m_decoded = 0;
    /// Number of nodes loaded so far, and number of all nodes to load, for progress.
    double m_done = 0, m_total = 1;
};

} // namespace

std::vector<frame::Node> loadColumns(ColumnSource &source, const Request &request, FrameWriter &frame,
                                     const StatusPipe &status)
{
    return ColumnLoader(source, request, frame, status).load();
}

} // namespace anchorscope
