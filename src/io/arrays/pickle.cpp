// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/pickle.h"

#include <bit>
#include <cstring>
#include <unordered_map>

namespace anchorscope::io::pickle {

namespace {

using Kind = Value::Kind;

/// Interpreter of pickle programs that supports only the instructions that build values.
class Machine
{
public:
    explicit Machine(std::string_view bytes) : m_bytes(bytes) {}

    Content run()
    {
        while (true) {
            const auto code = static_cast<unsigned char>(take(1)[0]);
            if (code == '.')
                break;
            if (!number(code) && !text(code) && !collection(code) && !memory(code) && !object(code))
                throw BadPickle("an unknown instruction (" + std::to_string(code) + ")");
        }
        m_content.root = pop();
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
    std::uint64_t unsignedOf(std::size_t count)
    {
        std::uint64_t value = 0;
        const std::string_view bytes = take(count);
        for (std::size_t i = count; i > 0; --i)
            value = value << 8 | static_cast<unsigned char>(bytes[i - 1]);
        return value;
    }
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

    bool number(unsigned char code);
    bool text(unsigned char code);
    bool collection(unsigned char code);
    bool memory(unsigned char code);
    bool object(unsigned char code);
    void longNumber();
    void append(std::vector<Value *> items);
    void set(std::vector<Value *> items);
    void remember(std::uint64_t place) { m_memory[place] = top(); }
    void recall(std::uint64_t place)
    {
        const auto found = m_memory.find(place);
        if (found == m_memory.end())
            throw BadPickle("a value that was never kept");
        m_stack.push_back(found->second);
    }
    void storage();
    void call();
    Value *tensorOf(const Value &arguments);

    std::string_view m_bytes;
    Content m_content;
    std::vector<Value *> m_stack;
    std::vector<std::size_t> m_marks; ///< number of values on the stack below each mark
    std::unordered_map<std::uint64_t, Value *> m_memory;
};

bool Machine::number(unsigned char code)
{
    switch (code) {
    case 'N':
        push(Kind::none);
        return true;
    case 0x88: // opcodes 0x88 and 0x89 push true and false
    case 0x89:
        push(Kind::boolean)->integer = code == 0x88;
        return true;
    case 'J':
        pushInteger(static_cast<std::int32_t>(unsignedOf(4)));
        return true;
    case 'K':
        pushInteger(static_cast<std::int64_t>(unsignedOf(1)));
        return true;
    case 'M':
        pushInteger(static_cast<std::int64_t>(unsignedOf(2)));
        return true;
    case 0x8a:
        longNumber();
        return true;
    case 'G': { // opcode G pushes a float64, big-endian
        std::uint64_t bits = 0;
        for (const char each : take(8))
            bits = bits << 8 | static_cast<unsigned char>(each);
        push(Kind::fraction)->fraction = std::bit_cast<double>(bits);
        return true;
    }
    default:
        return false;
    }
}

/// Pushes an integer in two's complement; its length in a byte precedes it.
void Machine::longNumber()
{
    const std::uint64_t count = unsignedOf(1);
    if (count > 8)
        throw BadPickle("a whole number of more than 64 bits");
    std::uint64_t value = unsignedOf(count);
    if (count > 0 && count < 8 && (value >> (8 * count - 1) & 1) != 0)
        value |= ~std::uint64_t{0} << (8 * count);
    pushInteger(static_cast<std::int64_t>(value));
}

bool Machine::text(unsigned char code)
{
    switch (code) {
    case 'X': // opcodes X, B and T push a text or bytes with four bytes of length
    case 'B':
    case 'T':
        pushText(take(unsignedOf(4)));
        return true;
    case 0x8c:
    case 'C':
    case 'U':
        pushText(take(unsignedOf(1)));
        return true;
    case 0x8d:
    case 0x8e:
        pushText(take(unsignedOf(8)));
        return true;
    default:
        return false;
    }
}

void Machine::append(std::vector<Value *> items)
{
    Value *list = top();
    if (list->kind != Kind::list)
        throw BadPickle("an entry of something that is not a list");
    list->items.insert(list->items.end(), items.begin(), items.end());
}

void Machine::set(std::vector<Value *> items)
{
    Value *dictionary = top();
    if (dictionary->kind != Kind::dictionary || items.size() % 2 != 0)
        throw BadPickle("an entry of something that is not a dictionary");
    dictionary->items.insert(dictionary->items.end(), items.begin(), items.end());
}

bool Machine::collection(unsigned char code)
{
    switch (code) {
    case '(':
        m_marks.push_back(m_stack.size());
        return true;
    case ')':
        pushTuple(std::size_t{0});
        return true;
    case 0x85: // opcodes 0x85 to 0x87 push a tuple of one to three values
    case 0x86:
    case 0x87:
        pushTuple(std::size_t{code} - 0x84);
        return true;
    case 't':
        pushTuple(sinceMark());
        return true;
    case ']':
        push(Kind::list);
        return true;
    case '}':
        push(Kind::dictionary);
        return true;
    case 'a': {
        Value *item = pop();
        append({item});
        return true;
    }
    case 'e':
        append(sinceMark());
        return true;
    case 's': {
        Value *value = pop(), *key = pop();
        set({key, value});
        return true;
    }
    case 'u':
        set(sinceMark());
        return true;
    default:
        return false;
    }
}

bool Machine::memory(unsigned char code)
{
    switch (code) {
    case 0x80: // opcode 0x80 states the protocol version
        take(1);
        return true;
    case 0x95: // opcode 0x95 states the length of the next part (frame) of the pickle
        take(8);
        return true;
    case 'q':
        remember(unsignedOf(1));
        return true;
    case 'r':
        remember(unsignedOf(4));
        return true;
    case 0x94:
        remember(m_memory.size());
        return true;
    case 'h':
        recall(unsignedOf(1));
        return true;
    case 'j':
        recall(unsignedOf(4));
        return true;
    case '0':
        pop();
        return true;
    default:
        return false;
    }
}

bool Machine::object(unsigned char code)
{
    switch (code) {
    case 'c': {
        const std::string module(line()), name(line());
        push(Kind::name)->text = module + "." + name;
        return true;
    }
    case 0x93: {
        const Value *name = pop(), *module = pop();
        push(Kind::name)->text = module->text + "." + name->text;
        return true;
    }
    case 'Q':
        storage();
        return true;
    case 'R':
    case 0x81:
        call();
        return true;
    case 'b': // opcode b sets the state of an object, which is ignored
        pop();
        return true;
    default:
        return false;
    }
}

/// Replaces a storage's id on the stack, ("storage", class, file, device, count), by the storage.
void Machine::storage()
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

Value *Machine::tensorOf(const Value &arguments)
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

/// Executes a call of a function or class; only those that create tensors are supported.
void Machine::call()
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
    } else if (name == "_codecs.encode" && !arguments->items.empty()) { // old pickles contain bytes in this form
        m_stack.push_back(arguments->items[0]);
    } else if (name == "torch.Size" && arguments->items.size() == 1) {
        m_stack.push_back(arguments->items[0]);
    } else {
        throw RefusedClass(name);
    }
}

} // namespace

Content read(std::string_view bytes)
{
    return Machine(bytes).run();
}

} // namespace anchorscope::io::pickle
