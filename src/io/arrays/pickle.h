// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plaintext.h"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Reader of Python pickles as PyTorch writes them (Python's Lib/pickletools.py documents each byte). It never runs
/// their code: it implements the few classes that tensors consist of, and rejects all others.
namespace anchorscope::io::pickle {

struct Value
{
    enum class Kind {
        none,
        boolean,
        integer,
        fraction,
        text,
        tuple,
        list,
        dictionary,
        name,
        storage,
        tensor,
        type,
        array
    };
    Kind kind = Kind::none;
    /// Depends on `kind`: number or truth value; length of a storage; offset of a tensor in its storage; 1 for an array
    /// that is stored column by column.
    std::int64_t integer = 0;
    double fraction = 0;
    std::string text = {}; ///< by `kind`: a text; “module.class” of a name; file of a storage; bytes of an array

    /// Depends on `kind`: elements of a list; keys and values of a dictionary, alternating; storage of a tensor.
    std::vector<Value *> items = {};
    std::string type = {}; ///< class of a storage, such as “FloatStorage”; NumPy's name of a type, such as “<f4”

    /// Number of elements along each axis of a tensor or array, and distance in the storage between neighbours along
    /// this axis.
    std::vector<std::int64_t> shape = {}, strides = {};
};

/// Values of a pickle. Pointers between them can form a cycle.
struct Content
{
    std::vector<std::unique_ptr<Value>> values;
    const Value *root = nullptr;
    std::size_t bytes = 0; ///< length of the pickle
};

struct BadPickle : std::runtime_error
{
    template <class... Parts> explicit BadPickle(const Parts &...parts) : runtime_error(sentence(parts...)) {}
};
/// Error for an object of a class that tensors do not consist of; what() returns the class.
struct RefusedClass : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Interprets the pickle at the beginning of `bytes`. Throws BadPickle, RefusedClass.
Content read(std::string_view bytes);

} // namespace anchorscope::io::pickle
