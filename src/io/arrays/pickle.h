// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Python's pickles as PyTorch writes them (Python's Lib/pickletools.py documents each byte). No code in them is ever
/// run: the few classes that tensors consist of are interpreted here, and every other class is refused by name.
namespace anchorscope::io::pickle {

struct Value
{
    enum class Kind { none, boolean, integer, fraction, text, tuple, list, dictionary, name, storage, tensor };
    Kind kind = Kind::none;
    std::int64_t integer = 0; ///< integer or truth value; length of a storage; offset of a tensor
    double fraction = 0;
    std::string text = {};           ///< text of a string; “module.class” of a name; file of a storage
    std::vector<Value *> items = {}; ///< elements of a list; key, value, key, value, … of a dictionary; storage of a
                                     ///< tensor
    std::string type = {};           ///< type of a storage: “FloatStorage”, …
    std::vector<std::int64_t> shape = {}, strides = {}; ///< shape and strides of a tensor, in elements
};

/// Content of a pickle. Values may refer to each other in a cycle.
struct Content
{
    std::vector<std::unique_ptr<Value>> values;
    const Value *root = nullptr;
};

/// Error for bytes that are not a valid pickle.
struct BadPickle : std::runtime_error
{
    using std::runtime_error::runtime_error;
};
/// Error for an object that is not part of a tensor; what() is its class.
struct RefusedClass : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

Content read(std::string_view bytes);

} // namespace anchorscope::io::pickle
