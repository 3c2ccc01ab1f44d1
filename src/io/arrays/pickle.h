// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Python's pickles as PyTorch writes them (Python's Lib/pickletools.py says what each byte means). Nothing is ever
/// run: the few classes that tensors are made of stand for themselves, and every other one is refused by its name.
namespace anchorscope::io::pickle {

struct Value
{
    enum class Kind { none, boolean, integer, fraction, text, tuple, list, dictionary, name, storage, tensor };
    Kind kind = Kind::none;
    std::int64_t integer = 0; ///< of a boolean, too; of a storage: how many numbers; of a tensor: the first of them
    double fraction = 0;
    std::string text = {};           ///< of a name: “module.class”; of a storage: its file
    std::vector<Value *> items = {}; ///< of a dictionary: key, value, key, value, …; of a tensor: its storage
    std::string type = {};           ///< of a storage: “FloatStorage”, …
    std::vector<std::int64_t> shape = {}, strides = {}; ///< of a tensor, in numbers
};

/// What a pickle holds; values may refer to each other in a circle.
struct Content
{
    std::vector<std::unique_ptr<Value>> values;
    const Value *root = nullptr;
};

/// Bytes that are no pickle.
struct BadPickle : std::runtime_error
{
    using std::runtime_error::runtime_error;
};
/// An object that is none of a tensor's; what() is its class.
struct RefusedClass : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

Content read(std::string_view bytes);

} // namespace anchorscope::io::pickle
