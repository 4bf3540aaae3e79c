#include "code/interpret/discover.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <map>

namespace mcpjury {
namespace {

using Sources = std::map<std::string, std::string>;

Discovery run(const Sources& sources, const std::vector<std::string>& entries = {}) {
  std::vector<ParsedFile> files;
  files.reserve(sources.size());
  for (const auto& [path, text] : sources) {
    Result<ParsedFile> file = ParsedFile::parse(path, *code_language(path), text, 8u << 20);
    EXPECT_TRUE(file.ok()) << path;
    if (file.ok()) files.push_back(std::move(file).value());
  }
  std::vector<const ParsedFile*> pointers;
  for (const ParsedFile& file : files) pointers.push_back(&file);
  return discover_tools(pointers, entries);
}

std::string names(const Discovery& found) {
  std::string all;
  for (const FoundTool& tool : found.tools) all += std::string(find_string(tool.definition, "name")) + " ";
  return all;
}

std::string shown(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value == nullptr ? "" : boost::json::serialize(*value);
}

TEST(DiscoverScript, ToolWithDescriptionSchemaAndAnnotations) {
  const Discovery found = run({{"index.ts", R"(
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const server = new McpServer({ name: "a", version: "1" });
const limit = z.number().int().min(1).max(50).default(10).describe("How many");
server.tool("search", "Finds " + `things`, { query: z.string().describe("Words"), limit,
  kind: z.enum(["a", "b"]).optional() }, { readOnlyHint: true }, async function answer({ query }) { return {}; });
)"}});
  ASSERT_EQ(names(found), "search ");
  const FoundTool& tool = found.tools[0];
  EXPECT_EQ(find_string(tool.definition, "description"), "Finds things");
  EXPECT_EQ(shown(tool.definition, "inputSchema"),
            R"({"type":"object","properties":{"query":{"type":"string","description":"Words"},)"
            R"("limit":{"type":"integer","minimum":1,"maximum":50,"default":10,"description":"How many"},)"
            R"("kind":{"type":"string","enum":["a","b"]}},"required":["query"]})");
  EXPECT_EQ(shown(tool.definition, "annotations"), R"({"readOnlyHint":true})");
  EXPECT_EQ(tool.form, "tool");
  EXPECT_EQ(tool.file, "index.ts");
  EXPECT_EQ(tool.line, 6u);
  EXPECT_EQ(tool.handler, "answer");
  EXPECT_EQ(tool.handler_line, 7u);
}

TEST(DiscoverScript, RegisterToolOverFilesClassesAndConstants) {
  const Discovery found = run({{"src/index.ts", R"(
import { App } from './app.js';
new App().start();
)"},
                               {"src/app.ts", R"(
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { NAMES, schemas } from './constants';
import register from './register';
export class App {
  private server = new McpServer({ name: 'x' });
  constructor(private readonly prefix = 'my_') {}
  start() { this.setup(); register(this.server); }
  private setup() {
    this.server.registerTool(this.prefix + NAMES.Read, { title: 'T', description: 'Reads', inputSchema: schemas.read.shape },
      this.read.bind(this));
  }
  async read() {}
}
)"},
                               {"src/constants.ts", R"(
import { z } from 'zod';
export enum NAMES { Read = 'read', Write = 'write' }
const base = z.object({ path: z.string() });
export const schemas = { read: base.extend({ all: z.boolean().optional() }) } as const;
)"},
                               {"src/register.ts", R"(
export default (server: any) => {
  for (const [name, tool] of Object.entries({ one: { d: 'First' }, two: { d: 'Second' } })) {
    server.registerTool(name, { description: tool.d }, () => ({}));
  }
};
)"}},
                              {"src/index.ts"});
  ASSERT_EQ(names(found), "my_read one two ");
  EXPECT_EQ(
      shown(found.tools[0].definition, "inputSchema"),
      R"({"type":"object","properties":{"path":{"type":"string"},"all":{"type":"boolean"}},"required":["path"]})");
  EXPECT_EQ(found.tools[0].handler, "read");
  EXPECT_EQ(found.tools[0].handler_line, 13u);
  EXPECT_EQ(find_string(found.tools[2].definition, "description"), "Second");
  EXPECT_EQ(found.tools[2].file, "src/register.ts");
}

TEST(DiscoverScript, ListedToolsFromLiteralsSpreadsMapsAndClasses) {
  const Discovery found = run({{"dist/index.js", R"(
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const index_js_1 = require("@modelcontextprotocol/sdk/server/index.js");
const types_js_1 = require("@modelcontextprotocol/sdk/types.js");
const zod_to_json_schema_1 = require("zod-to-json-schema");
const more_1 = require("./more");
const ONE = { name: "one", description: ["First", "line"].join(" "), inputSchema: { type: "object", properties: {} } };
const registry = new Map();
registry.set("map", { name: "mapped" });
const server = new index_js_1.Server({ name: "s" }, { capabilities: { tools: {} } });
server.setRequestHandler(types_js_1.ListToolsRequestSchema, () => __awaiter(void 0, void 0, void 0, function* () {
  if (process.env.NONE) return { tools: [] };
  return { tools: [ONE, ...more_1.MORE.map((t) => ({ name: t.name, inputSchema: (0, zod_to_json_schema_1.zodToJsonSchema)(t.schema) })),
    ...registry.values(), new more_1.Thing().definition()] };
}));
server.setRequestHandler(types_js_1.CallToolRequestSchema, async (request) => {
  switch (request.params.name) { case "one": return { content: [] }; }
});
)"},
                               {"dist/more.js", R"(
"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) { return mod; };
exports.Thing = exports.MORE = void 0;
const zod_1 = require("zod");
exports.MORE = [{ name: "two", schema: zod_1.z.object({ n: zod_1.z.array(zod_1.z.number()) }) }];
class Base { constructor(name) { this.name = name; } definition() { return { name: this.name, description: this.text }; } }
class Thing extends Base { constructor() { super("three"); } get text() { return `Third`; } }
exports.Thing = Thing;
)"}},
                              {"dist/index.js"});
  ASSERT_EQ(names(found), "one two mapped three ");
  EXPECT_EQ(find_string(found.tools[0].definition, "description"), "First line");
  EXPECT_EQ(found.tools[0].line, 8u);
  EXPECT_EQ(
      shown(found.tools[1].definition, "inputSchema"),
      R"({"type":"object","properties":{"n":{"type":"array","items":{"type":"number"}}},"required":["n"]})");
  EXPECT_EQ(find_string(found.tools[3].definition, "description"), "Third");
}

TEST(DiscoverScript, BundlesOfEsbuild) {
  const Discovery found = run({{"bundle.js", R"(
var __defProp = Object.defineProperty;
var __commonJS = (cb, mod) => function __require() { return mod; };
var __export = (target, all) => { for (var name in all) __defProp(target, name, { get: all[name], enumerable: true }); };
var require_text = __commonJS({ "src/text.js"(exports, module) { module.exports = { words: "From a module" }; } });
var external_exports = {};
__export(external_exports, { string: () => stringType, object: () => objectType });
class McpServer2 { constructor() { this._registeredTools = {}; } setToolRequestHandlers() {}
  registerTool(name, config, cb) { this._registeredTools[name] = config; } }
var text = require_text();
async function main() {
  const server = new McpServer2();
  server.registerTool("bundled", { description: text.words, inputSchema: { a: external_exports.string() } }, async () => {});
}
main().catch((e) => process.exit(1));
)"}});
  ASSERT_EQ(names(found), "bundled ");
  EXPECT_EQ(find_string(found.tools[0].definition, "description"), "From a module");
  EXPECT_EQ(shown(found.tools[0].definition, "inputSchema"),
            R"({"type":"object","properties":{"a":{"type":"string"}},"required":["a"]})");
}

TEST(DiscoverScript, OtherLibraries) {
  EXPECT_EQ(names(run({{"a.ts", R"(
import { FastMCP } from 'fastmcp';
const server = new FastMCP({ name: 'x' });
server.addTool({ name: 'fast', description: 'd', parameters: z.object({ a: z.string() }), execute: async () => '' });
)"}})),
            "fast ");
  EXPECT_EQ(names(run({{"b.ts", R"(
import { MCPTool } from "mcp-framework";
export default class Framed extends MCPTool { name = "framed"; description = "d";
  schema = { q: { type: z.string(), description: "Words" } }; }
)"}})),
            "framed ");
}

TEST(DiscoverScript, WhatIsNotKnownIsCountedAndNotGuessed) {
  const Discovery found = run({{"a.js", R"(
const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const server = new McpServer({});
server.tool(process.env.TOOL_NAME, "d", {}, async () => {});
server.tool(`${fetchPrefix()}_x`, "d", {}, async () => {});
toolbox.tool("lonely");
)"}});
  EXPECT_EQ(names(found), "");
  EXPECT_GE(found.unresolved, 2u);
}

TEST(DiscoverScript, LibrariesThatNobodyStartsAreStillRead) {
  EXPECT_EQ(
      names(run(
          {{"lib.ts",
            "export function setup(server: McpServer) { server.tool('lib', 'd', {}, async () => {}); }"}})),
      "lib ");
}

TEST(DiscoverPython, DecoratorsDocstringsAndHints) {
  const Discovery found = run({{"server.py", R"py(
from typing import Annotated, Literal, Optional
from mcp.server.fastmcp import FastMCP, Context
from pydantic import BaseModel, Field

mcp = FastMCP("demo")

class Query(BaseModel):
    """What to look for."""
    words: str = Field(description="Words", min_length=1)
    limit: int = 10

@mcp.tool()
async def search(query: Query, kind: Literal["a", "b"] = "a", ctx: Context = None,
                 path: Annotated[str, Field(description="Where")] = "/", more: Optional[list[str]] = None) -> str:
    """Find things.

    Slowly.
    """
    return ""

@mcp.tool(name="other-name", description="Said here")
def other(x: int): ...

def plain(a: float):
    "Plain."
mcp.add_tool(plain)

@agent.tool
def not_ours(): ...
)py"}});
  ASSERT_EQ(names(found), "search other-name plain ");
  EXPECT_EQ(find_string(found.tools[0].definition, "description"), "Find things.\n\nSlowly.");
  EXPECT_EQ(
      shown(found.tools[0].definition, "inputSchema"),
      R"({"type":"object","properties":{"query":{"type":"object","description":"What to look for.","properties":)"
      R"({"words":{"type":"string","description":"Words","minLength":1},"limit":{"type":"integer","default":10}},)"
      R"("required":["words"]},"kind":{"enum":["a","b"],"default":"a"},)"
      R"("path":{"type":"string","description":"Where","default":"/"},)"
      R"("more":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}],"default":null}},)"
      R"("required":["query"]})");
  EXPECT_EQ(found.tools[0].line, 14u);
  EXPECT_EQ(find_string(found.tools[1].definition, "description"), "Said here");
  EXPECT_EQ(shown(found.tools[2].definition, "inputSchema"),
            R"({"type":"object","properties":{"a":{"type":"number"}},"required":["a"]})");
}

TEST(DiscoverPython, ListToolsOverFiles) {
  const Discovery found = run({{"src/pkg/server.py", R"py(
import mcp.types as types
from mcp.server import Server
from .names import Names, LIST, Args
class App:
    def __init__(self):
        self.server = Server("x")
        self.setup()
    def setup(self):
        @self.server.list_tools()
        async def handle() -> list[types.Tool]:
            tools = [types.Tool(name=Names.READ, description=f"Reads {LIST[0]}", inputSchema=Args.model_json_schema())]
            tools.append(types.Tool(name="second", description="a" "b", inputSchema={"type": "object"}))
            return tools + [types.Tool(name=n, description="", inputSchema={}) for n in LIST]
if __name__ == "__main__":
    App()
)py"},
                               {"src/pkg/names.py", R"py(
from enum import Enum
from pydantic import BaseModel
class Names(str, Enum):
    READ = "read"
LIST = ["third", "fourth"]
class Args(BaseModel):
    path: str
)py"}});
  ASSERT_EQ(names(found), "read second third fourth ");
  EXPECT_EQ(find_string(found.tools[0].definition, "description"), "Reads third");
  EXPECT_EQ(shown(found.tools[0].definition, "inputSchema"),
            R"({"type":"object","properties":{"path":{"type":"string"}},"required":["path"]})");
  EXPECT_EQ(find_string(found.tools[1].definition, "description"), "ab");
}

TEST(DiscoverHostile, ProgramsThatDoNotEndAreCutOff) {
  const Discovery endless = run({{"a.js", R"(
function f(n) { return f(n + 1) + f(n + 2); }
f(0);
const a = []; a.push(a); for (const x of a) a.push(x);
let s = "x"; const grow = (t) => grow(t + t); grow(s);
class A extends A {}
new A();
const o = { get o() { return o.o; } }; o.o;
export * from './a.js';
server.tool("still", "here", {}, async () => {});
)"}});
  EXPECT_EQ(names(endless), "still ");
}

TEST(DiscoverHostile, DepthBytesAndGarbage) {
  std::string sum = "server.tool('a', '' ";
  for (int i = 0; i < 20'000; ++i) sum += "+ 'x'";
  EXPECT_EQ(names(run({{"a.js", sum + ", {}, f)"}})), "a ");
  std::string chain = "x";
  for (int i = 0; i < 20'000; ++i) chain += ".y()";
  EXPECT_EQ(names(run({{"a.ts", chain}, {"b.py", "def f(:\n\xff\xfe @mcp.tool(\n"}})), "");
  std::string nested = "a";
  for (int i = 0; i < 900; ++i) nested = "[" + nested + "]";
  EXPECT_EQ(names(run({{"a.js", "server.tool('b', " + nested + ", f)"}, {"c.js", std::string("\0\0", 2)}})),
            "b ");
}

TEST(DiscoverHostile, TheSameFilesGiveTheSameTools) {
  const Sources sources = {{"a.js", "import './b.js'; server.tool('a', 'x', {}, f)"},
                           {"b.js", "import './a.js'; server.tool('b', 'x', {}, f)"}};
  EXPECT_EQ(names(run(sources, {"a.js"})), "b a ");
  EXPECT_EQ(names(run(sources, {"a.js"})), names(run(sources, {"a.js"})));
}

}  // namespace
}  // namespace mcpjury
