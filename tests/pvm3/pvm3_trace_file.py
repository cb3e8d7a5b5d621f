"""Reads trace files of PVM 3.4 (docs/pvm3.md, Trace files) without any code of libpvmtrc.

    trace = TraceFile(text)     text: the file, decoded as latin-1
    trace.descriptions          "send(0.0)" -> (number, [(meaning, type, brackets), ...])
    trace.events                [("send(0.0)", {meaning: value}), ...]; a value is a number, a text, or a list of them
"""
import re

HEAD = re.compile(r'"(?P<head>[^"]+)"\s*{\s*')
NUMBERED = re.compile(r'#(?P<number>\d+): "(?P<head>[^"]+)"\n{\n')
FIELD = re.compile(r'\t// "(?P<meaning>[^"]*)" "[^"]*"\n\t(?P<type>\w+) "(?P<again>[^"]*)"(?P<brackets>(?:\[\])*);\n')
COMMENT = re.compile(r"/\*.*?\*/ ;;", re.DOTALL)
COUNT = re.compile(r"\[(\d+)\] ")
NUMBER = re.compile(r"[-+.\w]+")


class Malformed(Exception):
    pass


class TraceFile:
    def __init__(self, text):
        self.text, self.at = text, 0
        self.descriptions, self.events = {}, []
        while self.skip_blanks():
            self.read_packet()

    def skip_blanks(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\n":
            self.at += 1
        return self.at < len(self.text)

    def read_packet(self):
        first = self.text[self.at]
        if first == "/":
            self.take(COMMENT)
        elif first == "#":
            self.read_description()
        else:
            self.read_event()

    def take(self, pattern):
        match = pattern.match(self.text, self.at)
        if not match:
            raise Malformed(f"no {pattern.pattern!r} at {self.at}: {self.text[self.at:self.at + 80]!r}")
        self.at = match.end()
        return match

    def expect(self, text):
        if not self.text.startswith(text, self.at):
            raise Malformed(f"no {text!r} at {self.at}: {self.text[self.at:self.at + 80]!r}")
        self.at += len(text)

    def read_description(self):
        match, fields = self.take(NUMBERED), []
        while self.text[self.at] == "\t":
            field = self.take(FIELD)
            if field["meaning"] != field["again"]:
                raise Malformed(f"two names of one value: {field[0]}")
            fields.append((field["meaning"], field["type"], field["brackets"]))
        self.expect("};;\n")
        self.descriptions[match["head"]] = (int(match["number"]), fields)

    def read_event(self):
        head, values = self.take(HEAD)["head"], {}
        for i, (meaning, kind, brackets) in enumerate(self.descriptions[head][1]):
            if i > 0:
                self.expect(", ")
            values[meaning] = self.read_value(kind, brackets)
        self.expect(" };;\n")
        self.events.append((head, values))

    def read_value(self, kind, brackets):
        if not brackets:
            return self.read_number(kind)
        count = int(self.take(COUNT)[1])
        if kind == "char" and brackets == "[]":
            self.expect('{ "')
            text = self.text[self.at:self.at + count - 1]
            self.at += count - 1
            self.expect('" }')
            return text
        if kind == "char":
            if count == 0 and self.text.startswith(" }", self.at):  # so in the original's files
                self.at += 2
                return []
            self.take(COUNT)
        self.expect("{ ")
        values = []
        for i in range(count):
            if i > 0:
                self.expect(", ")
            values.append(self.take(re.compile(r'"([^"]*)"'))[1] if kind == "char" else self.read_number(kind))
        self.expect(" }")
        return values

    def read_number(self, kind):
        text = self.take(NUMBER)[0]
        return int(text) if kind == "int" else float(text)

    def named(self, name):
        """The values of the events with this name, such as "send(0" for all that begin a send."""
        return [values for head, values in self.events if head.startswith(name)]


def read(path):
    return TraceFile(path.read_text(encoding="latin-1"))
