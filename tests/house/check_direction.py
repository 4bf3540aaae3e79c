#!/usr/bin/env python3
"""The one direction of ARCHITECTURE.md, checked on the sources.

Every #include "…" in src/ may only lead to the folder itself or to one its folder may use; the
USES of each folder's CMakeLists.txt may only name the same; and the pure folders know no network,
clock, chance or threads. Unit tests may in addition reach what TEST_USES names.

    check_direction.py [SRC]            self-test, then the tree
    check_direction.py --self-test      only the built-in samples
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

BELOW_SCAN = ["base", "home", "text", "model", "catalog", "net", "mcp", "packages", "secrets", "feeds", "code", "observe", "detect",
              "judge", "grade", "report", "store"]
FACE = ["scan", "feeds", "store", "report", "catalog", "model", "home", "base"]

# folder -> what it may use besides itself
MAY_USE = {
    "base": [],
    "home": ["base"],  # where the user's own files are: reads the environment, so it is apart from base
    "text": ["base"],
    "model": ["base"],
    "catalog": ["model", "text", "base"],
    "net": ["base"],
    "mcp": ["net", "base"],
    "packages": ["base"],  # versions, lock files, advisories: pure, shared by observers and feeds
    "secrets": ["packages", "text", "model", "base"],  # rule packs (TOML comes from packages) and their scanner
    # What is known against packages. The network is in feeds/update alone, a module of its own.
    "feeds": ["packages", "catalog", "model", "text", "net", "home", "base"],
    "code": ["base"],  # what parsers say of source files; children and linking in code/project
    "observe": ["secrets", "feeds", "code", "mcp", "net", "packages", "model", "base"],
    "detect": ["model", "catalog", "text", "base"],
    "judge": ["model", "net", "text", "base"],
    "grade": ["model", "catalog", "base"],
    "report": ["model", "catalog", "base"],  # catalog: rule texts in SARIF and the text report
    "store": ["model", "home", "base"],
    "scan": BELOW_SCAN,
    "settings": ["packages", "catalog", "model", "home", "base"],  # mcpjury.yaml
    "httpd": ["base"],  # the HTTP server alone
    "queue": ["store", "base"],  # store: its connections to the SQL engines
    "cli": FACE + ["settings", "mcpserver", "guard", "serve", "fleet"],
    "serve": FACE + ["settings", "httpd", "queue", "net"],
    "mcpserver": FACE + ["settings", "mcp"],
    "guard": FACE + ["settings", "httpd", "mcp", "net"],
    "fleet": FACE + ["settings", "queue", "net", "httpd"],
}

PURE = ["base", "text", "model", "catalog", "packages", "detect", "grade"]
# What a pure folder may not include, by the beginning of the header's name.
IMPURE_HEADERS = ["ctime", "time.h", "sys/time.h", "random", "thread", "future", "stop_token", "pthread.h",
                  "curl/", "ares.h", "boost/asio", "boost/beast", "sys/socket.h", "netdb.h", "netinet/",
                  "arpa/inet.h", "openssl/ssl.h", "openssl/rand.h"]
IMPURE_WORDS = re.compile(r"\b(system_clock|high_resolution_clock|utc_clock|random_device|gettimeofday"
                          r"|clock_gettime|localtime(?:_r)?|gmtime(?:_r)?|setlocale|getrandom)\b")
# Detect and grade see nothing but their arguments: no clock of any kind, no file, no environment.
BLIND = ["detect", "grade"]
BLIND_HEADERS = ["chrono", "fstream", "filesystem", "cstdio", "stdio.h", "unistd.h", "fcntl.h", "locale", "clocale"]
BLIND_WORDS = re.compile(r"\b(steady_clock|getenv)\b")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.DOTALL)


def without_comments(text):
    """Comments blanked, line numbers kept; string literals stay, an include is one."""
    return COMMENT.sub(lambda m: m.group(1) or "\n" * m.group().count("\n"), text)


def begins(header, names):
    return any(header == name or (header.startswith(name) and (name.endswith("/") or "/" in name))
               for name in names)


def check_source(path, text, test_uses=()):
    """Complaints about one source file; `path` is relative to src/."""
    folder = path.split("/")[0]
    if folder not in MAY_USE:
        return [f"{path}: folder {folder} is not in the direction table"]
    is_test = path.endswith("_test.cpp")
    allowed = {folder, *MAY_USE[folder], *(test_uses if is_test else ())}
    code = without_comments(text)
    found = []

    def complain(offset, reason):
        found.append(f"{path}:{code.count(chr(10), 0, offset) + 1}: {reason}")

    for match in INCLUDE.finditer(code):
        own, system = match.groups()
        if own is not None:
            target = own.split("/")[0]
            if "/" not in own or (target not in MAY_USE and target != "generated"):
                complain(match.start(), f'"{own}" is not written relative to src/')
            elif target != "generated" and target not in allowed:
                complain(match.start(), f'{folder} may not use {target} ("{own}")')
        header = own or system
        if not is_test and folder in PURE and begins(header, IMPURE_HEADERS):
            complain(match.start(), f"{folder} is pure and may not include {header}")
        if not is_test and folder in BLIND and begins(header, BLIND_HEADERS):
            complain(match.start(), f"{folder} sees only its arguments and may not include {header}")
    if not is_test and folder in PURE:
        words = [IMPURE_WORDS] + ([BLIND_WORDS] if folder in BLIND else [])
        for pattern in words:
            for match in pattern.finditer(code):
                complain(match.start(), f"{folder} is pure and may not use {match.group()}")
    return found


def module_calls(text):
    """(USES, TEST_USES) of the mcpjury_module() call of a CMakeLists.txt, as top folder names."""
    lists = {"USES": [], "TEST_USES": []}
    text = re.sub(r"#[^\n]*", "", text)
    for body in re.findall(r"mcpjury_module\(([^)]*)\)", text):
        current = None
        for word in body.split()[1:]:
            if re.fullmatch(r"[A-Z_]+", word):
                current = lists.get(word)
            elif current is not None:
                current.append(word.split("_")[0])
    return lists["USES"], lists["TEST_USES"]


def check_links(path, text):
    folder = path.split("/")[0]
    uses, _ = module_calls(text)
    return [f"{path}: {folder} may not link {used}" for used in uses
            if used != folder and used not in MAY_USE.get(folder, [])]


def check_tree(src):
    found, count = [], 0
    for file in sorted(src.rglob("*")):
        name = file.relative_to(src).as_posix()
        if file.name == "CMakeLists.txt":
            found += check_links(name, file.read_text(encoding="utf-8"))
        elif file.suffix in (".h", ".cpp"):
            lists = file.parent / "CMakeLists.txt"
            test_uses = module_calls(lists.read_text(encoding="utf-8"))[1] if lists.is_file() else ()
            found += check_source(name, file.read_text(encoding="utf-8"), test_uses)
            count += 1
    return found, count


def self_test():
    bad = {
        "base/a.cpp": '#include "model/evidence.h"\n',
        "detect/b.cpp": '#include "net/client.h"\n',
        "grade/c.cpp": '  #  include "detect/detect.h"\n',
        "report/d.h": '#include "scan/scan.h"\n',
        "cli/e.cpp": '#include "detect/detect.h"\n',
        "text/f.cpp": "#include <ctime>\n",
        "model/g.cpp": "#include <boost/asio/ip/tcp.hpp>\n",
        "catalog/h.cpp": "auto now = std::chrono::system_clock::now();\n",
        "detect/i.cpp": "#include <chrono>\n",
        "grade/j.cpp": "#include <fstream>\n",
        "base/k.cpp": '#include "result.h"\n',
        "observe/files/l.cpp": '#include "catalog/catalog.h"\n',
        "elsewhere/m.cpp": "int a;\n",
        "detect/n.cpp": "#include <curl/curl.h>\n",
    }
    good = {
        "detect/a.cpp": '#include "catalog/catalog.h"\n#include <string>\n// system_clock, "net/x.h"\n',
        "observe/files/b.cpp": '#include "observe/files/b.h"\n#include "model/evidence.h"\n#include <fstream>\n',
        "base/c.cpp": "#include <chrono>\n#include <locale>\n",
        "scan/d.cpp": '#include "grade/grade.h"\n#include "observe/files/b.h"\n#include <thread>\n',
        "text/e.cpp": '/* #include "net/client.h" */\n#include "base/result.h"\n#include "generated/table.h"\n',
        "grade/f_test.cpp": '#include "detect/detect.h"\n#include <fstream>\n',
    }
    wrong = [path for path, text in bad.items() if not check_source(path, text)]
    wrong += [path for path, text in good.items() if check_source(path, text, test_uses=["detect"])]
    if not check_links("detect/CMakeLists.txt", "mcpjury_module(detect USES model net LIBRARIES x)"):
        wrong.append("detect/CMakeLists.txt (links)")
    if check_links("text/CMakeLists.txt", "mcpjury_module(text USES base LIBRARIES net TEST_USES scan)"):
        wrong.append("text/CMakeLists.txt (links)")
    for path in wrong:
        print(f"check_direction: built-in sample {path} is judged wrongly", file=sys.stderr)
    return not wrong


def main():
    arguments = sys.argv[1:]
    if not self_test():
        return 1
    if "--self-test" in arguments:
        return 0
    src = pathlib.Path(arguments[0]) if arguments else ROOT / "src"
    found, count = check_tree(src)
    for line in found:
        print(line)
    print(f"direction: {count} files read, {len(found)} complaints")
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
