#!/usr/bin/env python3
"""The program calls nobody's tools: the method's name stands in no source but those that may have it.

A scan must never run what it judges. The protocol library cannot express a tool call (src/mcp/method.h);
the one unit that writes the frame is the active probe, behind two gates. This looks for the name in every
file of src/, comments included, also where it is put together from pieces of text.

    check_no_tool_calls.py [SRC]            self-test, then the tree
    check_no_tool_calls.py --self-test      only the built-in samples
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The active probe, and the folders that answer calls or pass them on instead of making them.
# code/flows/handlers.cpp reads foreign code that answers the method; its module links no transport.
ALLOWED = ("observe/remote/active_probe.cpp", "code/flows/handlers.cpp", "mcpserver/", "guard/")
# Two texts side by side are one.
JOINT = r'(?:"\s*(?:u8|u|U|L)?")*'
NAME = re.compile(JOINT.join("tools/call"), re.IGNORECASE)
# A text of only this waits for the rest of a name.
STUMP = re.compile(r'"tools/"(?!\s*(?:u8|u|U|L)?")')
ESCAPES = {r"\/": "/", r"\x2f": "/", r"\x2F": "/", r"\057": "/", r"\u002f": "/", r"\u002F": "/"}


def may_hold(name):
    # Unit tests are in no library; they say what must not be sent.
    return name.endswith("_test.cpp") or any(
        name == entry or (entry.endswith("/") and name.startswith(entry)) for entry in ALLOWED)


def complaints(name, text):
    if may_hold(name):
        return
    plain = text
    for written, meant in ESCAPES.items():
        plain = plain.replace(written, meant)
    for pattern, reason in ((NAME, "names the method of a tool call"), (STUMP, "a piece of a method's name")):
        for match in pattern.finditer(plain):
            yield f"{name}:{plain.count(chr(10), 0, match.start()) + 1}: {reason}"


def self_test():
    name = "tools/" + "call"
    bad = {"mcp/a.cpp": f'frame.method = "{name}";\n',
           "mcp/b.cpp": 'frame.method = "tools/" "call";\n',
           "mcp/c.cpp": 'frame.method = "tools/"\n    "call";\n',
           "mcp/d.cpp": 'frame.method = std::string("tools/") + verb;\n',
           "observe/remote/e.h": f"// sends {name}\n",
           "observe/remote/active_probe_more.cpp": f'"{name}"\n',
           "mcp/f.cpp": 'R"({"method":"tools\\/call"})"\n',
           "mcp/g.cpp": '"tools\\x2f" "call"\n',
           "guard.cpp": f'"{name}"\n'}
    good = {"mcp/a.cpp": 'frame.method = "tools/list";\npointer = "/tools/" + std::to_string(index);\n',
            "observe/remote/active_probe.cpp": f'"{name}"\n',
            "mcp/client_test.cpp": f'EXPECT_NE(method, "{name}");\n',
            "mcpserver/answer.cpp": f'"{name}"\n'}
    wrong = [path for path, text in bad.items() if not list(complaints(path, text))]
    wrong += [path for path, text in good.items() if list(complaints(path, text))]
    if list(complaints("mcp/c.cpp", "\n\n" + bad["mcp/c.cpp"])) != ["mcp/c.cpp:3: names the method of a tool call"]:
        wrong.append("mcp/c.cpp (its line)")
    for path in wrong:
        print(f"check_no_tool_calls: built-in sample {path} is judged wrongly", file=sys.stderr)
    return not wrong


def main():
    if not self_test():
        return 1
    if "--self-test" in sys.argv[1:]:
        return 0
    src = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "src"
    count = wrong = 0
    for file in sorted(src.rglob("*")):
        if not file.is_file():
            continue
        count += 1
        for line in complaints(file.relative_to(src).as_posix(), file.read_text(encoding="utf-8")):
            print(line)
            wrong += 1
    print(f"no tool calls: {count} files read, {wrong} complaints")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
