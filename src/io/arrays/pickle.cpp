// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/pickle.h"

#include "io/files/utf8.h"
#include "io/formats/indexbytes.h"

#include <bit>
#include <unordered_map>

namespace anchorscope::io::pickle {

namespace {

using Kind = Value::Kind;

/// Returns an integer of at most 8 bytes, little-endian; if `isSigned`, in two's complement.
std::int64_t integerOf(std::string_view bytes, bool isSigned)
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i)
        value = value << 8 | static_cast<unsigned char>(bytes[i - 1]);
    const std::size_t bits = 8 * bytes.size();
    if (isSigned && bits > 0 && bits < 64 && (value >> (bits - 1) & 1) != 0)
        value |= ~std::uint64_t{0} << bits;
    return static_cast<std::int64_t>(value);
}

/// Converts UTF-8 to bytes: each character, U+0000 to U+00FF, becomes the byte with its number (Latin-1).
std::string fromLatin1(std::string_view text)
{
    std::string bytes;
    while (!text.empty()) {
        const Character character = firstCharacter(text);
        if (character.bytes == 0 || character.code > 0xff)
            throw BadPickle("bytes that are stored in an unknown format");
        bytes += static_cast<char>(character.code);
        text.remove_prefix(character.bytes);
    }
    return bytes;
}

/// Interpreter of pickle programs that supports only the instructions that build values.
class Machine
{
public:
    explicit Machine(std::string_view bytes) : m_all(bytes.size()), m_bytes(bytes) {}

    Content run()
    {
        while (true) {
            const auto code = static_cast<unsigned char>(take(1)[0]);
            if (code == '.')
                break;
            if (!number(code) && !text(code) && !collection(code) && !memory(code) && !object(code))
                throw BadPickle("an unknown instruction (", code, ")");
        }
        m_content.root = pop();
        m_content.bytes = m_all - m_bytes.size();
        return std::move(m_content);
    }

private:
    std::string_view take(std::uint64_t count)
    {
        if (count > m_bytes.size())
            throw BadPickle("it ends early");
        const std::string_view part = m_bytes.substr(0, count);
        m_bytes.remove_prefix(count);
        return part;
    }
    std::uint64_t unsignedOf(std::size_t count) { return static_cast<std::uint64_t>(integerOf(take(count), false)); }
    std::string_view line()
    {
        const std::size_t end = m_bytes.find('\n');
        if (end == std::string_view::npos)
            throw BadPickle("a line without an end");
        const std::string_view text = take(end);
        take(1);
        return text;
    }
    Value *make(Kind kind)
    {
        constexpr std::size_t most = 4000000; // maximum number of values; each takes some 200 bytes of memory
        if (m_content.values.size() == most)
            throw BadPickle("more than ", most, " values");
        m_content.values.push_back(std::make_unique<Value>());
        m_content.values.back()->kind = kind;
        return m_content.values.back().get();
    }
    Value *push(Kind kind)
    {
        m_stack.push_back(make(kind));
        return m_stack.back();
    }
    Value *pop()
    {
        if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back()))
            throw BadPickle("a value is missing");
        Value *value = m_stack.back();
        m_stack.pop_back();
        return value;
    }
    Value *top() const
    {
        if (m_stack.empty())
            throw BadPickle("a value is missing");
        return m_stack.back();
    }
    std::vector<Value *> sinceMark()
    {
        if (m_marks.empty())
            throw BadPickle("a mark is missing");
        const auto from = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
        std::vector<Value *> values(from, m_stack.end());
        m_stack.erase(from, m_stack.end());
        m_marks.pop_back();
        return values;
    }
    void pushTuple(std::vector<Value *> items) { push(Kind::tuple)->items = std::move(items); }
    void pushTuple(std::size_t count)
    {
        std::vector<Value *> items(count);
        for (std::size_t i = count; i > 0; --i)
            items[i - 1] = pop();
        pushTuple(std::move(items));
    }
    void pushInteger(std::int64_t value) { push(Kind::integer)->integer = value; }
    void pushText(std::string_view value) { push(Kind::text)->text = value; }

    bool number(unsigned char code)
    {
        switch (code) {
        case 'N':
            return push(Kind::none), true;
        case 0x88: // opcodes 0x88 and 0x89 push true and false
        case 0x89:
            return push(Kind::boolean)->integer = code == 0x88, true;
        case 'J':
            return pushInteger(static_cast<std::int32_t>(unsignedOf(4))), true;
        case 'K':
            return pushInteger(static_cast<std::int64_t>(unsignedOf(1))), true;
        case 'M':
            return pushInteger(static_cast<std::int64_t>(unsignedOf(2))), true;
        case 0x8a:
            return longNumber(), true;
        case 'G': { // opcode G pushes a float64, big-endian
            std::uint64_t bits = 0;
            for (const char each : take(8))
                bits = bits << 8 | static_cast<unsigned char>(each);
            return push(Kind::fraction)->fraction = std::bit_cast<double>(bits), true;
        }
        default:
            return false;
        }
    }

    bool text(unsigned char code)
    {
        switch (code) {
        case 'X': // opcodes X, B and T push a text or bytes with four bytes of length
        case 'B':
        case 'T':
            return pushText(take(unsignedOf(4))), true;
        case 0x8c:
        case 'C':
        case 'U':
            return pushText(take(unsignedOf(1))), true;
        case 0x8d:
        case 0x8e:
            return pushText(take(unsignedOf(8))), true;
        default:
            return false;
        }
    }

    bool collection(unsigned char code)
    {
        switch (code) {
        case '(':
            return m_marks.push_back(m_stack.size()), true;
        case ')':
            return pushTuple(std::size_t{0}), true;
        case 0x85: // opcodes 0x85 to 0x87 push a tuple of one to three values
        case 0x86:
        case 0x87:
            return pushTuple(std::size_t{code} - 0x84), true;
        case 't':
            return pushTuple(sinceMark()), true;
        case ']':
            return push(Kind::list), true;
        case '}':
            return push(Kind::dictionary), true;
        case 'a': {
            Value *item = pop();
            return append({item}), true;
        }
        case 'e':
            return append(sinceMark()), true;
        case 's': {
            Value *value = pop(), *key = pop();
            return set({key, value}), true;
        }
        case 'u':
            return set(sinceMark()), true;
        default:
            return false;
        }
    }

    bool memory(unsigned char code)
    {
        switch (code) {
        case 0x80: // opcode 0x80 states the protocol version
            return take(1), true;
        case 0x95: // opcode 0x95 states the length of the next part (frame) of the pickle
            return take(8), true;
        case 'q':
            return remember(unsignedOf(1)), true;
        case 'r':
            return remember(unsignedOf(4)), true;
        case 0x94:
            return remember(m_memory.size()), true;
        case 'h':
            return recall(unsignedOf(1)), true;
        case 'j':
            return recall(unsignedOf(4)), true;
        case '0':
            return pop(), true;
        default:
            return false;
        }
    }

    bool object(unsigned char code)
    {
        switch (code) {
        case 'c': {
            const std::string module(line()), name(line());
            return push(Kind::name)->text = module + "." + name, true;
        }
        case 0x93: {
            const Value *name = pop(), *module = pop();
            return push(Kind::name)->text = module->text + "." + name->text, true;
        }
        case 'Q':
            return storage(), true;
        case 'R':
        case 0x81:
            return call(), true;
        case 'b':
            return build(), true;
        default:
            return false;
        }
    }

    /// Pushes an integer in two's complement. In the pickle, a byte with the integer's length precedes the integer.
    void longNumber()
    {
        const std::uint64_t count = unsignedOf(1);
        if (count > 8)
            throw BadPickle("a whole number of more than 64 bits");
        pushInteger(integerOf(take(count), true));
    }

    void append(std::vector<Value *> items)
    {
        Value *list = top();
        if (list->kind != Kind::list)
            throw BadPickle("an entry of something that is not a list");
        list->items.insert(list->items.end(), items.begin(), items.end());
    }

    void set(std::vector<Value *> items)
    {
        Value *dictionary = top();
        if (dictionary->kind != Kind::dictionary || items.size() % 2 != 0)
            throw BadPickle("an entry of something that is not a dictionary");
        dictionary->items.insert(dictionary->items.end(), items.begin(), items.end());
    }

    void remember(std::uint64_t place) { m_memory[place] = top(); }
    void recall(std::uint64_t place)
    {
        const auto found = m_memory.find(place);
        if (found == m_memory.end())
            throw BadPickle("a value that was never kept");
        m_stack.push_back(found->second);
    }
    /// Replaces the id of a storage, the tuple ("storage", class, file, device, count) on the stack, by a storage.
    void storage()
    {
        const Value *id = pop();
        const auto is = [&](std::size_t i, Kind kind) { return id->items[i]->kind == kind; };
        if (id->kind != Kind::tuple || id->items.size() < 5 || !is(1, Kind::name) || !is(2, Kind::text) ||
            !is(4, Kind::integer))
            throw BadPickle("numbers that are stored in an unknown format");
        Value *made = make(Kind::storage);
        made->type = id->items[1]->text.substr(id->items[1]->text.rfind('.') + 1);
        made->text = id->items[2]->text;
        made->integer = id->items[4]->integer;
        m_stack.push_back(made);
    }

    /// Executes a call of a function or class; only those that create tensors are supported.
    void call()
    {
        const Value *arguments = pop();
        const Value *callee = pop();
        if (callee->kind != Kind::name || arguments->kind != Kind::tuple)
            throw BadPickle("a call of something that is not a class");
        const std::string &name = callee->text;
        if (name == "torch._utils._rebuild_tensor_v2" || name == "torch._utils._rebuild_tensor") {
            m_stack.push_back(tensorOf(*arguments));
        } else if (name == "torch._utils._rebuild_parameter" && !arguments->items.empty()) {
            m_stack.push_back(arguments->items[0]);
        } else if (name == "collections.OrderedDict") {
            push(Kind::dictionary);
        } else if (name == "_codecs.encode" && !arguments->items.empty()) { // bytes in protocols 0 to 2
            pushText(fromLatin1(arguments->items[0]->text));
        } else if (name == "torch.Size" && arguments->items.size() == 1) {
            m_stack.push_back(arguments->items[0]);
        } else if (!callNumpy(name, *arguments)) {
            throw RefusedClass(name);
        }
    }

    /// Executes a call that creates a type, an array or a number of NumPy; false for other calls.
    bool callNumpy(const std::string &name, const Value &arguments)
    {
        const auto is = [&](std::string_view word) {
            return name == "numpy.core.multiarray." + std::string(word) ||
                   name == "numpy._core.multiarray." + std::string(word);
        };
        if (name == "numpy.dtype" && !arguments.items.empty()) {
            push(Kind::type)->type = arguments.items[0]->text;
        } else if (is("_reconstruct")) {
            push(Kind::array);
        } else if (is("scalar") && arguments.items.size() == 2 && arguments.items[0]->kind == Kind::type) {
            pushScalar(arguments.items[0]->type, arguments.items[1]->text);
        } else {
            return false;
        }
        return true;
    }

    /// Pushes a number of NumPy, given by its type and bytes; Python's None if the type is not supported.
    void pushScalar(const std::string &type, const std::string &bytes)
    {
        const std::string name = type.substr(std::min(type.find_first_not_of("<|"), type.size()));
        const auto is = [&](const char *word) { return name == word + std::to_string(bytes.size()); };
        if (!bytes.empty() && bytes.size() <= 8 && (is("i") || is("u") || is("b"))) {
            pushInteger(integerOf(bytes, is("i")));
        } else if (is("f") && bytes.size() == sizeof(double)) {
            push(Kind::fraction)->fraction = numberAt<double>(bytes, 0);
        } else if (is("f") && bytes.size() == sizeof(float)) {
            push(Kind::fraction)->fraction = static_cast<double>(numberAt<float>(bytes, 0));
        } else {
            push(Kind::none);
        }
    }

    /// Sets the state of the object on the stack if the object is a type or an array of NumPy; ignores all other
    /// states.
    void build()
    {
        const Value *state = pop();
        Value *object = top();
        const auto &items = state->items;
        if (object->kind == Kind::type && items.size() > 1 && items[1]->kind == Kind::text)
            object->type = items[1]->text + object->type; // byte order: <, > or |
        if (object->kind != Kind::array)
            return;
        if (items.size() != 5 || items[1]->kind != Kind::tuple || items[2]->kind != Kind::type)
            throw BadPickle("an array that is stored in an unknown format");
        if (items[4]->kind == Kind::list) { // an array of objects; its elements are interpreted like those of a list
            object->kind = Kind::list;
            object->items = items[4]->items;
            return;
        }
        object->type = items[2]->type;
        object->integer = items[3]->integer != 0;
        object->text = items[4]->text;
        for (const Value *each : items[1]->items)
            object->shape.push_back(each->integer);
    }

    Value *tensorOf(const Value &arguments)
    {
        const auto &items = arguments.items;
        if (items.size() < 4 || items[0]->kind != Kind::storage || items[1]->kind != Kind::integer ||
            items[2]->kind != Kind::tuple || items[3]->kind != Kind::tuple)
            throw BadPickle("a tensor that is stored in an unknown format");
        Value *tensor = make(Kind::tensor);
        tensor->items = {items[0]};
        tensor->integer = items[1]->integer;
        for (const Value *each : items[2]->items)
            tensor->shape.push_back(each->integer);
        for (const Value *each : items[3]->items)
            tensor->strides.push_back(each->integer);
        return tensor;
    }

    std::size_t m_all;
    std::string_view m_bytes;
    Content m_content;
    std::vector<Value *> m_stack;
    std::vector<std::size_t> m_marks; ///< number of values on the stack below each mark
    std::unordered_map<std::uint64_t, Value *> m_memory;
};
} // namespace

Content read(std::string_view bytes)
{
    return Machine(bytes).run();
}

} // namespace anchorscope::io::pickle
