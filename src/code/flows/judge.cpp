#include "code/flows/judge.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/one_of.h"

namespace mcpjury::flow {
namespace {

std::string plain(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

bool ends_with_any(std::string_view word, std::initializer_list<std::string_view> ends) {
  return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return word.ends_with(end); });
}

bool names_command(std::string_view word) {
  return ends_with_any(word, {"command", "cmd", "commands", "cmdline", "commandline", "script", "shell",
                              "shellcommand"}) ||
         word == "code" || word == "program" || word == "executable" || word == "binary" ||
         word == "interpreter";
}

bool names_code(std::string_view word) {
  return ends_with_any(word, {"code", "script", "javascript", "source", "snippet", "program", "functionbody",
                              "js", "body"}) ||
         word.starts_with("code") || word == "python" || word == "function" || word == "fn" ||
         word == "command";
}

bool names_url(std::string_view word) {
  return ends_with_any(word, {"url", "urls", "uri", "link", "href", "endpoint", "address", "website", "site",
                              "webpage", "page"});
}

bool names_sql(std::string_view word) {
  return ends_with_any(word, {"sql", "query", "statement", "queries", "statements", "cypher"}) || word == "q";
}

// A file the caller names himself. Without a root that the server speaks of there is nothing to climb out of.
bool names_file(std::string_view word) {
  return ends_with_any(word, {"path", "paths", "file", "files", "filename", "filenames", "filepath",
                              "filepaths", "folder", "directory", "dir"});
}
bool names_medium(std::string_view word) {
  return ends_with_any(word, {"image", "images", "audio", "video", "photo", "pdf"});
}

// A folder the caller works in: fixed names below it are what the tool is for.
bool names_root(std::string_view word) {
  return ends_with_any(word, {"root",        "workspace",  "cwd",
                              "projectpath", "projectdir", "workspacepath",
                              "repo",        "repopath",   "workingdirectory",
                              "workdir",     "basedir",    "basepath",
                              "rootpath",    "rootdir",    "projectdirectory",
                              "repository",  "project",    "directory",
                              "dir",         "folder",     "rootfolder",
                              "packagepath"});
}

// Declared a number almost always, but nothing makes sure of it.
bool names_number(std::string_view word) {
  static constexpr auto kNumbers = std::to_array<std::string_view>(
      {"limit",   "offset",     "count",    "port",     "page",     "size",    "timeout", "days",   "hours",
       "minutes", "max",        "min",      "width",    "height",   "depth",   "lines",   "x",      "y",
       "x1",      "y1",         "x2",       "y2",       "duration", "number",  "index",   "top",    "n",
       "k",       "line",       "pid",      "interval", "delay",    "keycode", "startx",  "starty", "endx",
       "endy",    "maxresults", "pagesize", "tail",     "replicas"});
  return one_of(word, kNumbers);
}

}  // namespace

std::optional<Verdict> judge(std::string_view fact, std::string_view severity, Shape shape,
                             std::uint16_t marks, std::string_view argument) {
  const std::string word = plain(argument);
  const auto verdict = [&](std::string_view name, std::string_view confidence) {
    std::string_view sure = confidence;
    const bool place = name == "path-from-parameter" || name == "fetch-from-parameter";
    if ((marks & kChecked) != 0 || (place && (marks & kPathChecked) != 0)) sure = "low";
    return Verdict{std::string(name), std::string(severity), std::string(sure)};
  };
  const auto by_design = [&](std::string_view name) { return Verdict{std::string(name), "info", "low"}; };
  if (fact == "shell-from-parameter") {
    if ((marks & (kShellQuoted | kEncoded)) != 0) return std::nullopt;
    if (names_command(word) && (shape == Shape::kWhole || (marks & kCommandPlace) != 0))
      return by_design("shell-by-design");
    const bool unsure = names_number(word) || names_command(word) || (marks & kJsonQuoted) != 0;
    return verdict(fact, unsure ? "medium" : "high");
  }
  if (fact == "command-from-parameter") {
    if (shape != Shape::kWhole) return std::nullopt;
    if (names_command(word) || (marks & kShellQuoted) != 0) return by_design("command-by-design");
    return verdict(fact, "medium");
  }
  if (fact == "eval-from-parameter") {
    if (names_code(word)) return by_design("eval-by-design");
    return verdict(fact, (marks & kJsonQuoted) != 0 ? "low" : "high");
  }
  if (fact == "path-from-parameter") {
    if ((marks & (kBaseName | kEncoded)) != 0) return std::nullopt;
    if (shape == Shape::kStart && names_root(word)) return verdict(fact, "low");
    const bool own = names_file(word) || names_medium(word);
    if (own && (shape == Shape::kWhole || shape == Shape::kStart)) return verdict(fact, "low");
    return verdict(fact, shape == Shape::kPart && !names_number(word) ? "high" : "medium");
  }
  if (fact == "sql-from-parameter") {
    if ((marks & kEncoded) != 0) return std::nullopt;
    if (names_sql(word)) return by_design("sql-statement-from-parameter");
    return verdict(fact, names_number(word) ? "medium" : "high");
  }
  if (fact == "sql-statement-from-parameter") {
    if ((marks & kSqlText) != 0 && shape == Shape::kPart)
      return verdict("sql-from-parameter", names_number(word) ? "medium" : "high");
    if (shape != Shape::kWhole || !names_sql(word)) return std::nullopt;
    return by_design(fact);
  }
  if (fact == "fetch-from-parameter") {
    if (shape == Shape::kPart || (marks & kEncoded) != 0) return std::nullopt;
    // A file or the address of one.
    if (shape == Shape::kWhole && (names_url(word) || names_file(word))) return by_design("fetch-by-design");
    return verdict(fact, "medium");
  }
  if (fact == "template-from-parameter") {
    if (shape == Shape::kWhole && ends_with_any(word, {"template", "templatestring", "source"})) {
      return by_design("template-by-design");
    }
    return verdict(fact, "high");
  }
  return verdict(fact, "high");
}

}  // namespace mcpjury::flow
