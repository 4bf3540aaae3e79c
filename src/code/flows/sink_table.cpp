#include "code/flows/sink_table.h"

#include <algorithm>
#include <span>

namespace mcpjury::flow {
namespace {

using enum SinkKind;

constexpr SinkRow kScript[] = {
    {"child_process", "exec", kShell, 0},
    {"child_process", "execSync", kShell, 0},
    {"child_process", "spawn", kProgram, 0},
    {"child_process", "spawnSync", kProgram, 0},
    {"child_process", "execFile", kProgram, 0},
    {"child_process", "execFileSync", kProgram, 0},
    {"cross-spawn", "", kProgram, 0},
    {"cross-spawn", "sync", kProgram, 0},
    {"execa", "", kProgram, 0},
    {"execa", "execa", kProgram, 0},
    {"execa", "execaSync", kProgram, 0},
    {"execa", "sync", kProgram, 0},
    {"execa", "execaCommand", kProgram, 0},
    {"execa", "execaCommandSync", kProgram, 0},
    {"shelljs", "exec", kShell, 0},
    {"", "eval", kEval, 0},
    {"", "Function()", kEval, 0},
    {"vm", "runInContext", kEval, 0},
    {"vm", "runInNewContext", kEval, 0},
    {"vm", "runInThisContext", kEval, 0},
    {"vm", "Script()", kEval, 0},
    {"vm", "compileFunction", kEval, 0},
    {"fs", "readFile", kRead, 0},
    {"fs", "readFileSync", kRead, 0},
    {"fs", "createReadStream", kRead, 0},
    {"fs", "readdir", kRead, 0},
    {"fs", "readdirSync", kRead, 0},
    {"fs", "readJson", kRead, 0},
    {"fs", "readJSON", kRead, 0},
    {"fs", "writeFile", kWrite, 0},
    {"fs", "writeFileSync", kWrite, 0},
    {"fs", "appendFile", kWrite, 0},
    {"fs", "appendFileSync", kWrite, 0},
    {"fs", "createWriteStream", kWrite, 0},
    {"fs", "outputFile", kWrite, 0},
    {"fs", "outputJson", kWrite, 0},
    {"fs", "writeJson", kWrite, 0},
    {"fs", "unlink", kWrite, 0},
    {"fs", "unlinkSync", kWrite, 0},
    {"fs", "rm", kWrite, 0},
    {"fs", "rmSync", kWrite, 0},
    {"fs", "remove", kWrite, 0},
    {"fs", "rmdir", kWrite, 0},
    {"fs", "rmdirSync", kWrite, 0},
    {"fs", "rename", kWrite, 0, 1},
    {"fs", "renameSync", kWrite, 0, 1},
    {"fs", "copyFile", kWrite, 0, 1},
    {"fs", "copyFileSync", kWrite, 0, 1},
    {"fs", "cp", kWrite, 0, 1},
    {"fs", "cpSync", kWrite, 0, 1},
    {"fs", "copy", kWrite, 0, 1},
    {"fs", "move", kWrite, 0, 1},
    {"", "fetch", kFetch, 0},
    {"node-fetch", "", kFetch, 0},
    {"cross-fetch", "", kFetch, 0},
    {"undici", "fetch", kFetch, 0},
    {"undici", "request", kFetch, 0},
    {"got", "", kFetch, 0},
    {"got", "get", kFetch, 0},
    {"got", "post", kFetch, 0},
    {"axios", "", kFetch, 0},
    {"axios", "get", kFetch, 0},
    {"axios", "post", kFetch, 0},
    {"axios", "put", kFetch, 0},
    {"axios", "patch", kFetch, 0},
    {"axios", "delete", kFetch, 0},
    {"axios", "head", kFetch, 0},
    {"axios", "request", kFetch, 0},
    {"http", "get", kFetch, 0},
    {"http", "request", kFetch, 0},
    {"https", "get", kFetch, 0},
    {"https", "request", kFetch, 0},
    {"node-serialize", "unserialize", kDeserialise, 0},
    {"serialize-javascript", "deserialize", kDeserialise, 0},
    {"v8", "deserialize", kDeserialise, 0},
    {"funcster", "deepDeserialize", kDeserialise, 0},
    {"cryo", "parse", kDeserialise, 0},
    {"handlebars", "compile", kTemplate, 0},
    {"handlebars", "precompile", kTemplate, 0},
    {"ejs", "render", kTemplate, 0},
    {"ejs", "compile", kTemplate, 0},
    {"pug", "render", kTemplate, 0},
    {"pug", "compile", kTemplate, 0},
    {"nunjucks", "renderString", kTemplate, 0},
    {"nunjucks", "compile", kTemplate, 0},
    {"lodash", "template", kTemplate, 0},
    {"lodash.template", "", kTemplate, 0},
    {"underscore", "template", kTemplate, 0},
    {"dot", "template", kTemplate, 0},
    {"eta", "renderString", kTemplate, 0},
};

constexpr SinkRow kPython[] = {
    {"os", "system", kShell, 0},
    {"os", "popen", kShell, 0},
    {"subprocess", "getoutput", kShell, 0},
    {"subprocess", "getstatusoutput", kShell, 0},
    {"asyncio", "create_subprocess_shell", kShell, 0},
    {"asyncio", "subprocess.create_subprocess_shell", kShell, 0},
    {"subprocess", "run", kProgram, 0},
    {"subprocess", "call", kProgram, 0},
    {"subprocess", "check_output", kProgram, 0},
    {"subprocess", "check_call", kProgram, 0},
    {"subprocess", "Popen", kProgram, 0},
    {"asyncio", "create_subprocess_exec", kProgram, 0},
    {"asyncio", "subprocess.create_subprocess_exec", kProgram, 0},
    {"", "eval", kEval, 0},
    {"", "exec", kEval, 0},
    {"", "compile", kEval, 0},
    {"", "open", kRead, 0},
    {"aiofiles", "open", kRead, 0},
    {"io", "open", kRead, 0},
    {"codecs", "open", kRead, 0},
    {"os", "listdir", kRead, 0},
    {"os", "scandir", kRead, 0},
    {"openpyxl", "load_workbook", kRead, 0},
    {"PIL", "Image.open", kRead, 0},
    {"PIL.Image", "open", kRead, 0},
    {"os", "remove", kWrite, 0},
    {"os", "unlink", kWrite, 0},
    {"os", "rmdir", kWrite, 0},
    {"os", "rename", kWrite, 0, 1},
    {"os", "replace", kWrite, 0, 1},
    {"shutil", "rmtree", kWrite, 0},
    {"shutil", "copy", kWrite, 0, 1},
    {"shutil", "copy2", kWrite, 0, 1},
    {"shutil", "copyfile", kWrite, 0, 1},
    {"shutil", "copytree", kWrite, 0, 1},
    {"shutil", "move", kWrite, 0, 1},
    {"urllib.request", "urlopen", kFetch, 0},
    {"urllib", "request.urlopen", kFetch, 0},
    {"urllib.request", "urlretrieve", kFetch, 0},
    {"urllib", "request.urlretrieve", kFetch, 0},
    {"pickle", "loads", kDeserialise, 0},
    {"pickle", "load", kDeserialise, 0},
    {"cPickle", "loads", kDeserialise, 0},
    {"dill", "loads", kDeserialise, 0},
    {"cloudpickle", "loads", kDeserialise, 0},
    {"marshal", "loads", kDeserialise, 0},
    {"jsonpickle", "decode", kDeserialise, 0},
    {"yaml", "load", kDeserialise, 0},
    {"yaml", "unsafe_load", kDeserialise, 0},
    {"yaml", "full_load", kDeserialise, 0},
    {"joblib", "load", kDeserialise, 0},
    {"torch", "load", kDeserialise, 0},
    {"pandas", "read_pickle", kDeserialise, 0},
    {"jinja2", "Template", kTemplate, 0},
    {"jinja2", "Environment().from_string", kTemplate, 0},
    {"mako.template", "Template", kTemplate, 0},
    {"flask", "render_template_string", kTemplate, 0},
};

constexpr SinkRow kGo[] = {
    {"os/exec", "Command", kProgram, 0},
    {"os/exec", "CommandContext", kProgram, 1},
    {"os", "Open", kRead, 0},
    {"os", "ReadFile", kRead, 0},
    {"os", "ReadDir", kRead, 0},
    {"io/ioutil", "ReadFile", kRead, 0},
    {"io/ioutil", "ReadDir", kRead, 0},
    {"os", "Create", kWrite, 0},
    {"os", "WriteFile", kWrite, 0},
    {"io/ioutil", "WriteFile", kWrite, 0},
    {"os", "OpenFile", kWrite, 0},
    {"os", "Remove", kWrite, 0},
    {"os", "RemoveAll", kWrite, 0},
    {"os", "Rename", kWrite, 0, 1},
    {"net/http", "Get", kFetch, 0},
    {"net/http", "Post", kFetch, 0},
    {"net/http", "PostForm", kFetch, 0},
    {"net/http", "Head", kFetch, 0},
    {"net/http", "NewRequest", kFetch, 1},
    {"net/http", "NewRequestWithContext", kFetch, 2},
    {"net/http", "Client().Get", kFetch, 0},
    {"net/http", "Client().Post", kFetch, 0},
    {"net/http", "DefaultClient.Get", kFetch, 0},
};

// Clients whose methods fetch what they are given.
constexpr SinkRow kPythonFetch = {"", "", kFetch, 0};
constexpr SinkRow kPythonFetchSecond = {"", "", kFetch, 1};
constexpr SinkRow kGoTemplate = {"", "", kTemplate, 0};

bool http_verb(std::string_view member) {
  const std::string_view verb =
      member.substr(member.rfind('.') == std::string_view::npos ? 0 : member.rfind('.') + 1);
  for (const std::string_view one : {"get", "post", "put", "patch", "delete", "head", "options"}) {
    if (verb == one) return true;
  }
  return false;
}

}  // namespace

const SinkRow* sink_of(CodeLanguage language, std::string_view module, std::string_view member) {
  const std::span<const SinkRow> rows = language == CodeLanguage::kPython ? std::span<const SinkRow>(kPython)
                                        : language == CodeLanguage::kGo   ? std::span<const SinkRow>(kGo)
                                                                          : std::span<const SinkRow>(kScript);
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const SinkRow& row) {
    return row.module == module && row.member == member;
  });
  if (found != rows.end()) return &*found;
  if (language == CodeLanguage::kPython &&
      (module == "requests" || module == "httpx" || module == "aiohttp")) {
    if (member == "get" || http_verb(member)) return &kPythonFetch;
    if (member.ends_with("request") || member.ends_with(".stream")) return &kPythonFetchSecond;
  }
  if (language == CodeLanguage::kGo && (module == "text/template" || module == "html/template") &&
      member.ends_with("().Parse")) {
    return &kGoTemplate;
  }
  return nullptr;
}

}  // namespace mcpjury::flow
