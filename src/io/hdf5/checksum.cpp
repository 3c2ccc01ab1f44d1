// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/checksum.h"

#include <xxhash.h>
namespace anchorscope::io {

namespace {

class Hash
{
public:
    Hash() : m_state(XXH3_createState(), XXH3_freeState) { XXH3_64bits_reset(m_state.get()); }
    void add(const void *bytes, std::size_t count) { XXH3_64bits_update(m_state.get(), bytes, count); }
    std::int64_t value() const { return static_cast<std::int64_t>(XXH3_64bits_digest(m_state.get())); }

private:
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> m_state;
};

template <class Strings> std::int64_t hashOfStrings(const Strings &strings)
{
    Hash hash;
    for (const auto &each : strings) {
        hash.add(each.data(), each.size());
        hash.add("", 1);
    }
    return hash.value();
}

} // namespace

std::int64_t checksumOf(std::span<const std::byte> bytes)
{
    return static_cast<std::int64_t>(XXH3_64bits(bytes.data(), bytes.size()));
}

std::int64_t checksumOf(const std::vector<std::string> &strings)
{
    return hashOfStrings(strings);
}

bool hasSavedValues(const Hdf5Content &content, const frame::Node &node)
{
    const auto saved = attributeInteger(node, checksumName);
    if (!saved || node.someRows)
        return true;
    if (node.element == frame::Element::string)
        return hashOfStrings(content.strings(node)) == *saved;
    // Values that were converted on reading have other bytes than in the file, so their checksum cannot be tested.
    return node.storedType != frame::elementNames[static_cast<std::size_t>(node.element)] ||
           checksumOf(std::as_bytes(content.elements<std::byte>(node))) == *saved;
}

} // namespace anchorscope::io
