#!/usr/bin/env python3
"""Writes a tree of source files in the shape of large servers: the same tree for the same number.

Every file holds functions of everyday code; one in twenty registers tools and has handlers that call functions
of other files, so that discovery and the following of parameters have work to do.
"""
import pathlib
import random
import sys

WORDS = ("account archive balance branch bucket cache channel client cluster column comment config cursor customer "
         "dashboard dataset device document domain event export field filter folder forecast gateway group history "
         "image index invoice issue job label ledger library location message metric model network node note "
         "order page payment permission pipeline plan policy profile project queue record region release report "
         "repository request role route rule schedule schema segment server service session setting shard signal "
         "snapshot source status stream subscription summary table task team template ticket token topic trace "
         "transaction trigger user version view volume webhook window worker workflow zone").split()


def camel(*words):
    return words[0] + "".join(word.capitalize() for word in words[1:])


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, count=1):
        return [self.random.choice(WORDS) for _ in range(count)]

    def typescript_function(self, name):
        a, b, c = self.pick(3)
        return f"""
export interface {name.capitalize()}Options {{
  {a}: string;
  {b}?: number;
  {c}s: Array<{{ id: string; value: number }}>;
}}

/** Collects the {a} of every {b} and sorts them by {c}. */
export async function {name}(options: {name.capitalize()}Options, limit = {self.random.randint(5, 500)}): Promise<string[]> {{
  const out: string[] = [];
  for (const entry of options.{c}s.slice(0, limit)) {{
    if (entry.value < {self.random.randint(1, 90)} && entry.id.startsWith("{b}-")) continue;
    const label = `${{entry.id}}:${{options.{a}.toLowerCase()}}`;
    out.push(options.{b} === undefined ? label : `${{label}}#${{options.{b} + entry.value}}`);
  }}
  out.sort((left, right) => left.localeCompare(right));
  return out.filter((text, index) => out.indexOf(text) === index);
}}
"""

    def python_function(self, name):
        a, b, c = self.pick(3)
        return f'''

@dataclass
class {name.capitalize()}Options:
    {a}: str
    {b}: int = {self.random.randint(1, 99)}
    {c}s: list[dict[str, int]] = field(default_factory=list)


def {name}(options: {name.capitalize()}Options, limit: int = {self.random.randint(5, 500)}) -> list[str]:
    """Collects the {a} of every {b}, sorted by {c}."""
    found: list[str] = []
    for entry in options.{c}s[:limit]:
        for key, value in entry.items():
            if value < {self.random.randint(1, 90)} and key.startswith("{b}-"):
                continue
            found.append(f"{{key}}:{{options.{a}.lower()}}#{{options.{b} + value}}")
    return sorted(set(found))
'''

    def go_function(self, name):
        a, b, c = self.pick(3)
        exported = name[0].upper() + name[1:]
        return f"""
// {exported} collects the {a} of every {b}.
func {exported}({a} string, {b}s []{exported}Entry, limit int) ([]string, error) {{
\tif limit <= 0 {{
\t\treturn nil, fmt.Errorf("{c}: limit %d", limit)
\t}}
\tout := make([]string, 0, len({b}s))
\tfor i, entry := range {b}s {{
\t\tif i >= limit || entry.Value < {self.random.randint(1, 90)} {{
\t\t\tcontinue
\t\t}}
\t\tout = append(out, strings.ToLower({a})+":"+entry.ID)
\t}}
\tsort.Strings(out)
\treturn out, nil
}}

type {exported}Entry struct {{
\tID    string `json:"id"`
\tValue int    `json:"value"`
}}
"""

    def typescript(self, number, functions):
        head = 'import { z } from "zod";\nimport path from "node:path";\n'
        names = [camel(*self.pick(2)) + f"{number}x{i}" for i in range(functions)]
        body = "".join(self.typescript_function(name) for name in names)
        if number % 20 == 0:
            a, b = self.pick(2)
            head += ('import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n'
                     'import { readFile } from "node:fs/promises";\n')
            body += f"""
const server = new McpServer({{ name: "{a}-server", version: "1.0.{number}" }});
server.registerTool(
  "{a}_{b}_{number}",
  {{
    description: "Reads the {a} of a {b} and returns it as text.",
    inputSchema: {{ {b}: z.string().describe("Which {b}"), limit: z.number().int().max(100).default(10) }},
    annotations: {{ readOnlyHint: true }},
  }},
  async ({{ {b}, limit }}) => {{
    const file = path.join(process.cwd(), "data", path.basename({b}));
    const text = await readFile(file, "utf8");
    const lines = await {names[0]}({{ {self.random.choice(WORDS)}: text }} as never, limit);
    return {{ content: [{{ type: "text", text: lines.join("\\n") }}] }};
  }},
);
"""
        return head + body

    def python(self, number, functions):
        names = ["_".join(self.pick(2)) + f"_{number}_{i}" for i in range(functions)]
        head = "from dataclasses import dataclass, field\n"
        body = "".join(self.python_function(name) for name in names)
        if number % 20 == 1:
            a, b = self.pick(2)
            head += "from mcp.server.fastmcp import FastMCP\n"
            body += f'''

mcp = FastMCP("{a}")


@mcp.tool()
def {a}_{b}_{number}({b}: str, limit: int = 10) -> list[str]:
    """Returns the {a} of a {b}."""
    return {names[0]}({b}, limit)
'''
        return head + body

    def go(self, number, functions):
        names = [camel(*self.pick(2)) + f"{number}x{i}" for i in range(functions)]
        return (f'package p{number}\n\nimport (\n\t"fmt"\n\t"sort"\n\t"strings"\n)\n' +
                "".join(self.go_function(name) for name in names))


def main():
    root, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    for number in range(count):
        writer = Writer(number)
        functions = writer.random.randint(2, 9)
        kind = ("typescript", "python", "typescript", "go")[number % 4]
        ending = {"typescript": "ts", "python": "py", "go": "go"}[kind]
        folder = root / "src" / f"{writer.random.choice(WORDS)}{number % 60}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{writer.random.choice(WORDS)}{number}.{ending}").write_text(getattr(writer, kind)(number, functions))
    (root / "package.json").write_text('{"name": "bench-tree", "version": "1.0.0", "license": "MIT"}\n')


main()
