# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the places of a C++ source that a small wrong change can be made in, and rewrites them with a switch."""
import dataclasses
import random
import re

TOKEN = re.compile(r'''(?P<space>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*)
    |(?P<string>(?:u8|u|U|L)?R"(?P<mark>[^(]*)\(.*?\)(?P=mark)"\w*|(?:u8|u|U|L)?"(?:\\.|[^"\\])*"\w*)
    |(?P<char>'(?:\\.|[^'\\])+')|(?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)|(?P<name>[A-Za-z_]\w*)
    |(?P<sign>\.\.\.|<=>|->\*?|\+\+|--|&&|\|\||::|<<=|[-+*/%&|^=!<>]=|.)''', re.X | re.S | re.M)
PRECEDENCE = {"*": 9, "/": 9, "%": 9, "+": 8, "-": 8, "<<": 7, ">>": 7, "<": 6, ">": 6, "<=": 6, ">=": 6, "==": 5, "!=": 5,
              "&": 4, "^": 4, "|": 4, "&&": 3, "||": 2}
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "/", "/": "*",
         "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
ENDS = {",", ";", "?", ":", "=", "{", "}", "return", "else", "do", "case", "throw", "co_return", "co_yield", "+=", "-=", "*=",
        "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")": "(", "]": "[", "}": "{"}
FIXED = {"constexpr", "consteval", "static_assert", "enum", "case"}  # what is known before the program runs
BODY = {")", "const", "noexcept", "override", "else", "do"}
HEADS = {"if", "for", "while", "switch", "catch", "constexpr"}


@dataclasses.dataclass
class Mutant:
    file: str
    line: int
    kind: str
    begin: int  # what is replaced in the file
    end: int
    before: str  # what the report shows
    after: str
    text: str  # the replacement, with {id}
    id: int = 0
    state: str = "drawn"


class Source:
    """Tokens of a source without spaces and comments, with the partner of each bracket."""

    def __init__(self, path, text):
        self.path, self.text, self.tokens, self.partner = path, text, [], {}
        opened = []
        self.around = []  # the innermost bracket around each token
        for match in TOKEN.finditer(text):
            if match.lastgroup == "space":
                continue
            index, sign = len(self.tokens), match.group()
            if sign in CLOSE and opened:
                self.partner[index] = opened.pop()
                self.partner[self.partner[index]] = index
            self.around.append(opened[-1] if opened else -1)
            self.tokens.append((match.lastgroup if match.lastgroup != "mark" else "string", sign, match.start(), match.end()))
            if sign in OPEN:
                opened.append(index)
        self.start = []  # the first token of the statement around each token, at its level
        self.runs = []  # whether a token is in the body of a function that runs when the program runs
        fixed, body = [], []
        for i, around in enumerate(self.around):
            before = self.before(i)
            self.start.append(i if before is None else self.start[before])
            inside = around >= 0
            fixed.append(self.sign(i) in FIXED or before is not None and fixed[before] or inside and fixed[around])
            body.append(inside and (body[around] or self.sign(around) == "{" and self.sign(around - 1) in BODY))
            self.runs.append(body[i] and not fixed[i])

    def before(self, index):
        """The token before one in its statement, at its level: the opening one of a pair of brackets; None: it is the first."""
        sign, opened = self.sign(index - 1), self.partner.get(index - 1, 0)
        if index == 0 or sign in OPEN or sign in {";", "else", "do"} or sign == "}" and not self.value(opened):
            return None
        if sign == ")" and self.sign(opened - 1) in HEADS or sign == ":" and self.sign(self.start[index - 1]) in {"case", "default"}:
            return None
        return opened if sign in CLOSE else index - 1

    def sign(self, index):
        return self.tokens[index][1] if 0 <= index < len(self.tokens) else ";"

    def piece(self, first, last):
        return self.text[self.tokens[first][2]:self.tokens[last][3]]

    def spaced(self, index):
        """True for binary operators, which have spaces around them, unlike brackets of templates and signs."""
        return self.text[self.tokens[index][2] - 1].isspace() and self.text[self.tokens[index][3]].isspace()

    def binary(self, index):
        return PRECEDENCE.get(self.sign(index), 0) if self.spaced(index) else 0

    def value(self, opened):
        """Whether a brace opens a value, as in Type{1, 2}."""
        return self.tokens[opened - 1][0] == "name" and self.sign(opened - 1) not in {"else", "do", "const", "override", "noexcept"}

    def operand(self, index, step, least):
        """The last token of an operand that begins beside an operator; least: precedence that still belongs to it."""
        place = last = index + step
        while 0 <= place < len(self.tokens):
            sign = self.sign(place)
            if sign in ENDS and not (sign in "{}" and self.value(self.partner.get(place, 0) if sign == "}" else place)):
                break
            if sign in (CLOSE if step > 0 else OPEN) or 0 < self.binary(place) < least:
                break
            if sign in (OPEN if step > 0 else CLOSE):
                place = self.partner[place]
                if step < 0 and self.sign(place - 1) in HEADS:
                    break
            last = place
            place += step
        return last

    def whole(self, index):
        """The statement around a token (first and last) if it is a short one that may be written twice, or None."""
        while self.around[index] >= 0 and self.sign(self.around[index]) != "{":
            index = self.around[index]
        first = last = self.start[index]
        while self.sign(last) != ";":
            if last + 1 >= len(self.tokens) or self.sign(last) in "{}":
                return None
            last += 1
        kinds = self.tokens[first][0], self.tokens[first + 1][0]
        simple = self.sign(first) == "return" or kinds[0] == "name" and kinds[1] != "name" and self.sign(first) not in HEADS
        path = re.match(r"[\w.:\[\]()>*-]+( [-+*/]?= |\(|;)", self.piece(first, last))
        return (first, last) if simple and (path or self.sign(first) == "return") else None


def places(path, text):
    """Every mutant that a source offers."""
    source, found = Source(path, text), []

    def add(kind, first, last, before, after, rewritten):
        begin, end = source.tokens[first][2], source.tokens[last][3]
        found.append(Mutant(path, text.count("\n", 0, begin) + 1, kind, begin, end, before, after, rewritten))

    def either(kind, first, last, middle, after):
        """An expression with one token replaced, as a choice; of arithmetic in a short statement, a choice of statements."""
        whole = source.whole(first) if kind == "arithmetic" else None
        first, last = whole or (first, last)
        before, begin = source.piece(first, last), source.tokens[first][2]
        changed = before[:source.tokens[middle][2] - begin] + after + before[source.tokens[middle][3] - begin:]
        form = "{{ if (mutation::on({id})) {} else {} }}" if whole else "(mutation::on({id}) ? ({}) : ({}))"
        add(kind, first, last, before, changed, form.format(changed, before, id="\0"))

    for i, (group, sign, begin, end) in enumerate(source.tokens):
        if not source.runs[i]:
            continue
        if sign in OTHER and source.spaced(i):
            if sign == "+" and ("string" in (source.tokens[i - 1][0], source.tokens[i + 1][0]) or source.sign(i + 3) == "to_string"):
                continue  # texts
            level = PRECEDENCE.get(sign, 1)
            kind = "logic" if level in (2, 3) else "comparison" if level in (5, 6) else "arithmetic"
            either(kind, source.operand(i, -1, level), source.operand(i, 1, level + 1), i, OTHER[sign])
        elif group == "number" and source.sign(i - 1) not in "<[" and source.sign(i + 1) not in ">]":
            if whole := re.fullmatch(r"(\d+)([uUlLzZ]*)", sign.replace("'", "")):
                after = int(whole[1]) + random.Random(begin).choice([1, 1, -1])
                either("constant", i, i, i, f"{after if after >= 0 else 1}{whole[2]}")
            elif real := re.fullmatch(r"([\d.]+(?:e[-+]?\d+)?)([fF]?)", sign):
                either("constant", i, i, i, f"{2 * float(real[1]) or 1.0}{real[2]}")
        elif sign in {"if", "while"} and source.sign(i + 1) == "(":
            first, last = i + 2, source.partner[i + 1] - 1
            if not {";", "="} & {source.sign(k) for k in range(first, last) if source.around[k] == i + 1}:
                before = source.piece(first, last)
                add("condition", first, last, before, f"!({before})", f"mutation::on(\0) != static_cast<bool>({before})")
        elif group == "string" and len(sign.split()) > 2 and "string" not in (source.tokens[i - 1][0], source.tokens[i + 1][0]):
            words = sign.split(" ")
            either("message", i, i, i, " ".join(words[:len(words) // 2] + words[len(words) // 2 + 1:]))
        elif sign == "," and source.sign(source.around[i]) == "(" and source.tokens[source.around[i] - 1][0] == "name":
            name = r"[A-Za-z_][\w.]*(->\w+)*(\(\))?"
            first, last = source.operand(i, -1, 0), source.operand(i, 1, 0)
            a, b = source.piece(first, i - 1), source.piece(i + 1, last)
            if re.fullmatch(name, a) and re.fullmatch(name, b) and a != b:
                call = source.sign(source.around[i] - 1)
                add("swap", first, last, f"{call}(… {a}, {b} …)", f"{call}(… {b}, {a} …)",
                    f"mutation::swapped(\0, {a}, {b}), mutation::swapped(\0, {b}, {a})")
        elif group == "name" and source.start[i] == i and sign != "return":
            whole = source.whole(i)
            if whole and whole[0] == i and source.sign(source.around[i]) != "(" and source.sign(i - 1) in {"{", "}", ";", ")", "else", "do"}:
                before = source.piece(*whole)
                add("statement", *whole, before, "(deleted)", f"{{ if (!mutation::on(\0)) {before} }}")
    return found


def draw(offered, seed, count):
    """Mutants of lines in random order: one of those of a line, none within the text of another."""
    lines = {}
    for mutant in offered:
        lines.setdefault((mutant.file, mutant.line), []).append(mutant)
    order, chance, drawn = sorted(lines), random.Random(seed), []
    chance.shuffle(order)
    for line in order:
        one = chance.choice(lines[line])
        if len(drawn) < count and not any(each.file == one.file and each.begin < one.end and one.begin < each.end for each in drawn):
            one.id = len(drawn) + 1
            drawn.append(one)
    return drawn


def on_one_line(text):
    return "".join(" " if match.lastgroup == "space" else match.group() for match in TOKEN.finditer(text))


def rewrite(text, mutants):
    """The source with all of its mutants, each behind its switch, with the numbers of its lines."""
    for mutant in sorted(mutants, key=lambda each: -each.begin):
        rewritten = on_one_line(mutant.text.replace("\0", str(mutant.id)))
        lines = text.count("\n", mutant.begin, mutant.end) - rewritten.count("\n")
        text = text[:mutant.begin] + rewritten + "\n" * lines + text[mutant.end:]
    return '#include "mutation/mutants.h"\n#line 1\n' + text if mutants else text
