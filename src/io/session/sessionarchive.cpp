// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/session/sessionarchive.h"

namespace anchorscope::io {

const frame::Node &SessionReader::here() const
{
    static const frame::Node nothing;
    const frame::Node *node = m_content.find(m_path.group());
    return node ? *node : nothing;
}

void SessionReader::value(const char *name, double &number) const
{
    const auto *values = attributeValues<double>(here(), name);
    number = values && !values->empty() ? values->front() : number;
}

const frame::Node *SessionReader::loaded(const char *name, std::size_t rank) const
{
    const frame::Node *node = m_content.find(m_path.in(name));
    if (!node)
        return nullptr;
    if (!node->problem.empty())
        fail(name, node->problem);
    if (!node->loaded || node->shape.size() != rank)
        fail(name, rank == 1 ? "a list was expected here" : "a matrix was expected here");
    return node;
}

void SessionReader::requireType(const frame::Node &node, frame::Element element) const
{
    if (node.element != element)
        throw BadSession(node.path, "the type " + node.storedType + " was not expected here");
}

void SessionReader::requireSavedValues(const frame::Node &node) const
{
    if (!hasSavedValues(m_content, node))
        throw BadSession(node.path, "the values here are not those that were saved (their checksum differs)");
}

void SessionReader::failUnknown(const char *name, const std::string &text) const
{
    throw UnknownChoice(m_path.in(name), text);
}

} // namespace anchorscope::io
