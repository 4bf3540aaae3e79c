#include "code/scripts/scripts.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

std::string imports_of(const std::string& path, const std::string& text) {
  Result<ParsedFile> file = ParsedFile::parse(path, *code_language(path), text);
  FileSummary summary;
  read_script_tools(*file, summary);
  std::string shown;
  for (const Import& import : summary.imports) {
    shown += import.local + "=" + import.imported + "@" + import.module + " ";
  }
  return shown;
}

TEST(Scripts, EcmaScriptImports) {
  EXPECT_EQ(imports_of("a.ts",
                       "import x, { a as b, c } from './m.js';\nimport * as y from \"n\";\nimport './side';"),
            "x=default@./m.js b=a@./m.js c=c@./m.js y=*@n =*@./side ");
  EXPECT_EQ(imports_of("a.js", "export { a } from './m';\nexport * from './n';"), "a=a@./m =*@./n ");
}

TEST(Scripts, CommonJsImports) {
  EXPECT_EQ(imports_of("a.cjs", "const x = require('./m');\nfunction f() { return require('./late').g; }"),
            "x=*@./m =*@./late ");
  EXPECT_EQ(imports_of("a.mjs", "await import('./dynamic.js');"), "=*@./dynamic.js ");
}

TEST(Scripts, PythonImports) {
  EXPECT_EQ(imports_of("a.py",
                       "import os, a.b as c\nfrom .tools import search as s, fetch\nfrom . import x\n"
                       "from y import *\ndef f():\n  import late\n"),
            "os=*@os c=*@a.b s=search@.tools fetch=fetch@.tools x=x@. =*@y late=*@late ");
}

TEST(Scripts, OtherLanguagesAreLeftAlone) {
  EXPECT_EQ(imports_of("a.go", "package a\nimport \"fmt\"\n"), "");
}

TEST(Scripts, MentionsAreCheapAndNarrow) {
  EXPECT_TRUE(mentions_mcp("server.registerTool('a', {}, f)"));
  EXPECT_TRUE(mentions_mcp("@mcp.tool()\ndef a(): ..."));
  EXPECT_FALSE(mentions_mcp("const tool = hammer;"));
}

}  // namespace
}  // namespace mcpjury
