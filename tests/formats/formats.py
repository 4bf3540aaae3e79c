"""What the tests of the formats share: one scan into every format, and readers that are not ours; not a test itself."""
import csv
import io
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

# pylint: disable=wrong-import-position,unused-import
from program import Case, ROOT, data_folder, main, run  # noqa: E402,F401

SERVERS = ROOT / "tests" / "golden" / "servers"
FORMATS = ("text", "json", "ndjson", "sarif", "html", "markdown", "junit", "csv", "github", "lines", "badge", "shields", "cyclonedx")
UNSEEN = [(0x00, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
          (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
          (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFC), (0xFFFE, 0xFFFF), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
          (0xE0000, 0xE0FFF)]
# What must never stand raw in a file, besides the format's own line ends.
RAW = re.compile("[" + "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in UNSEEN) + "]")
LINE_ENDS = {"csv": "\r\n"}
# JSON keeps values: it escapes what steers a display or hides text, not every character without a glyph of its own.
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")
JSON_FORMATS = ("json", "ndjson", "sarif", "shields", "cyclonedx")


def shown(text, marks=("<", ">")):
    """Hostile text as every format shows it: one line, characters nobody sees by number between the marks."""
    text = text.replace("\r\n", "\n")
    return RAW.sub(lambda m: " " if m[0] in "\n\t" else f"{marks[0]}U+{ord(m[0]):04X}{marks[1]}", text)


def raw_characters(form, text):
    found = (STEERING if form in JSON_FORMATS else RAW).findall(text)
    return sorted({f"U+{ord(c):04X}" for c in set(found) - set(LINE_ENDS.get(form, "\n"))})


def scan_all(folder, targets, *words, command="scan"):
    """Every format in one run: format -> text."""
    wanted = []
    for form in FORMATS:
        wanted += ["-o", f"{form}={folder / form}"]
    done = run(command, *targets, *words, *wanted)
    if done.returncode not in (0, 1, 4):
        raise AssertionError(f"exit code {done.returncode}: {done.stderr.decode('utf-8', 'replace')}")
    return {form: (folder / form).read_bytes().decode("utf-8") for form in FORMATS}


class Page(HTMLParser):
    """Tags, attributes and text of a page; complains of what may not be in it."""
    VOID = {"meta", "hr", "br", "img", "input", "link"}

    def __init__(self, tags, attributes):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes = tags, attributes
        self.stack, self.complaints, self.ids, self.links, self.texts, self.comments = [], [], [], [], [], []
        self.cells = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.tags:
            self.complaints.append(f"<{tag}>")
        for name, value in attrs:
            if name not in self.attributes:
                self.complaints.append(f"<{tag} {name}>")
            if name == "href" and not (value or "").startswith("#"):
                self.complaints.append(f"<{tag} href={value!r}>")
            if name == "href":
                self.links.append(value[1:])
            if name == "id":
                self.ids.append(value)
        if tag == "th":
            self.cells.append("")
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.stack.pop()

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1] != tag:
            self.complaints.append(f"</{tag}> inside {self.stack[-3:]}")
        else:
            self.stack.pop()

    def handle_comment(self, data):
        self.comments.append(data)

    def handle_data(self, data):
        if "style" not in self.stack:
            self.texts.append((tuple(self.stack), data))
        if "th" in self.stack:
            self.cells[-1] += data


PAGE_TAGS = set("html head meta title style body a main nav footer section article div span p h1 h2 h3 h4 h5 figure figcaption "
                "svg desc text rect table caption thead tbody tr th td details summary blockquote mark code strong ul li dl dt dd "
                "hr".split())
PAGE_ATTRIBUTES = set("lang charset http-equiv content name class href id role aria-labelledby aria-label tabindex viewbox x y "
                      "width height rx scope open".split())


def read_html(text):
    page = Page(PAGE_TAGS, PAGE_ATTRIBUTES)
    page.feed(text)
    page.close()
    complaints = list(page.complaints)
    if page.stack:
        complaints.append(f"left open: {page.stack}")
    if len(set(page.ids)) != len(page.ids):
        complaints.append("an id stands twice")
    complaints += [f"a link to #{link}, which is not there" for link in page.links if link not in page.ids]
    policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    if f'<meta http-equiv="Content-Security-Policy" content="{policy}">' not in text:
        complaints.append("no policy")
    if page.comments:
        complaints.append("a comment")
    if re.search(r"url\(|@import|https?://", text.split("</style>")[0]):
        complaints.append("the style fetches something")
    try:
        import html5lib  # Debian's python3-html5lib  # pylint: disable=import-outside-toplevel
        parser = html5lib.HTMLParser(strict=False, namespaceHTMLElements=False)
        parser.parse(text)
        complaints += [f"html5lib: {where} {code}" for where, code, _ in parser.errors]
    except ImportError:
        print("data absent: python3-html5lib; html.parser alone read the page")
    return page, complaints


COMMENT_TAGS = set("h3 p table thead tbody tr th td details summary b sub code strong ul li blockquote hr".split())


def read_markdown(text):
    """Complaints, by GitHub's own renderer with every raw tag let through."""
    complaints = [] if len(text.encode()) <= 65535 else [f"{len(text.encode())} bytes"]
    try:
        import cmarkgfm  # Debian's python3-cmarkgfm  # pylint: disable=import-outside-toplevel
        from cmarkgfm.cmark import Options  # pylint: disable=import-outside-toplevel
    except ImportError:
        print("data absent: python3-cmarkgfm; the comment was not rendered")
        return None, complaints
    html = cmarkgfm.markdown_to_html_with_extensions(text, options=Options.CMARK_OPT_UNSAFE,
                                                     extensions=["table", "autolink", "strikethrough"])
    page = Page(COMMENT_TAGS, {"align"})
    page.feed(html)
    page.close()
    complaints += page.complaints + ([f"left open: {page.stack}"] if page.stack else [])
    complaints += [f"a comment {comment!r}" for comment in page.comments if comment.strip() not in ("", "mcpjury")]
    for stack, data in page.texts:
        if "code" not in stack and re.search(r"[@#]\w|\bwww\.\w|https?://", data):
            complaints.append(f"would become a link or a notice: {data!r}")
    return page, complaints


def read_csv(text):
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    complaints = [f"a row of {len(row)} cells" for row in rows if len(row) != len(rows[0])]
    complaints += [f"a formula {cell!r}" for row in rows for cell in row
                   if cell.lstrip(" ")[:1] in tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20") and cell.strip()]
    if len(rows) != text.count("\r\n") or text.count("\n") != text.count("\r\n"):
        complaints.append("rows are not lines")
    return [dict(zip(rows[0], row)) for row in rows[1:]], complaints


COMMAND = re.compile(r"::(error|warning|notice) (?:file=([^,:]*),line=(\d+),)?title=([^,:]*)::(.*)")


def read_github(text):
    found, complaints = [], []
    for line in text.split("\n")[:-1]:
        if line.startswith("mcpjury: "):
            continue
        match = COMMAND.fullmatch(line)
        if not match or re.search(r"%(?!25|0D|0A|3A|2C)", line):
            complaints.append(f"no command: {line[:200]!r}")
            continue
        plain = [part and re.sub("%(25|0D|0A|3A|2C)", lambda m: chr(int(m[1], 16)), part) for part in match.groups()]
        found.append(dict(zip(("level", "file", "line", "title", "message"), plain)))
    for level in ("error", "warning", "notice"):
        if sum(one["level"] == level for one in found) > 10:
            complaints.append(f"more than ten of {level}")
    return found, complaints


def read_junit(text):
    root = ElementTree.fromstring(text)
    complaints = []
    cases = root.findall("./testsuite/testcase")
    for name, tag in (("tests", None), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        real = len(cases) if tag is None else len(root.findall(f".//{tag}"))
        suites = sum(int(suite.get(name)) for suite in root.findall("testsuite"))
        if not int(root.get(name)) == suites == real:
            complaints.append(f"{name}: {root.get(name)}, {suites}, {real}")
    tags = {element.tag for element in root.iter()}
    complaints += [f"<{tag}>" for tag in tags - {"testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out"}]
    return root, complaints


def read_badge(text):
    root = ElementTree.fromstring(text)
    names = [element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()]
    complaints = [f"<{name}>" for name in names if name not in ("svg", "title", "rect", "g", "text")]
    return root, complaints


def check_everything(texts):
    """Complaints about every format of one scan, and what was read of it."""
    complaints = []
    for form, text in texts.items():
        complaints += [f"{form}: raw {raw}" for raw in raw_characters(form, text)]
    read = {}
    for form, reader in (("html", read_html), ("markdown", read_markdown), ("csv", read_csv), ("github", read_github),
                         ("junit", read_junit), ("badge", read_badge)):
        read[form], wrong = reader(texts[form])
        complaints += [f"{form}: {what}" for what in wrong]
    for form in ("json", "sarif", "shields", "cyclonedx"):
        read[form] = json.loads(texts[form])
    read["ndjson"] = [json.loads(line) for line in texts["ndjson"].splitlines()]
    if set(read["shields"]) != {"schemaVersion", "label", "message", "color", "cacheSeconds"} or read["shields"]["schemaVersion"] != 1:
        complaints.append("shields: not an endpoint document")
    reports = read["json"].get("reports", [read["json"]])
    if len(read["csv"]) != sum(len(report["findings"]) for report in reports):
        complaints.append("csv: rows and findings differ in number")
    return read, complaints
