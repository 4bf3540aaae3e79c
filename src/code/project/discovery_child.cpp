#include "code/project/discovery_child.h"

#include <poll.h>
#include <unistd.h>

#include <boost/json/serialize.hpp>
#include <cerrno>
#include <chrono>
#include <utility>

#include "code/parsed_file.h"
#include "code/project/limited_child.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxBundle = 6u << 20;   // one file that is run; bundles are large
constexpr std::size_t kMaxResult = 64u << 20;  // bytes of the answer
constexpr int kMaxRetries = 5;
constexpr auto kPatience = std::chrono::seconds(180);

// The child says 'p' before it parses each file, then 'r' and the result.
void discover(const std::vector<NamedText>& texts, const std::vector<std::string>& entries, int seconds,
              int out) {
  allow_processor_seconds(seconds);
  std::vector<ParsedFile> files;
  files.reserve(texts.size());
  for (const NamedText& named : texts) {
    if (!write_all(out, "p", 1)) return;
    const std::optional<CodeLanguage> language = code_language(named.path);
    if (!language) continue;
    Result<ParsedFile> file = ParsedFile::parse(named.path, *language, named.text, kMaxBundle);
    if (file.ok()) files.push_back(std::move(file).value());
  }
  std::vector<const ParsedFile*> pointers;
  for (const ParsedFile& file : files) pointers.push_back(&file);
  const Discovery found = discover_tools(pointers, entries);
  JsonArray tools;
  for (const FoundTool& tool : found.tools) {
    tools.push_back(JsonObject{{"definition", tool.definition},
                               {"form", tool.form},
                               {"file", tool.file},
                               {"line", tool.line},
                               {"handler", tool.handler},
                               {"handler_file", tool.handler_file},
                               {"handler_line", tool.handler_line}});
  }
  const std::string answer =
      "r" + boost::json::serialize(JsonObject{
                {"tools", std::move(tools)}, {"unresolved", found.unresolved}, {"spent", found.spent}});
  write_all(out, answer.data(), answer.size());
}

std::uint32_t number(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  if (value == nullptr || !value->is_int64() || value->get_int64() < 0) return 0;
  return static_cast<std::uint32_t>(std::min<std::int64_t>(value->get_int64(), UINT32_MAX));
}

std::optional<Discovery> read_answer(std::string_view answer) {
  const Result<ParsedJson> json =
      parse_json(answer, "discovery", {.max_depth = 400, .note_duplicate_keys = false, .storage = {}});
  if (!json.ok() || !json->value.is_object()) return std::nullopt;
  const JsonObject& object = json->value.get_object();
  Discovery found;
  if (const JsonArray* tools = find_array(object, "tools")) {
    for (const Json& item : *tools) {
      if (!item.is_object()) continue;
      const JsonObject* definition = find_object(item.get_object(), "definition");
      if (definition == nullptr || find_string(*definition, "name").empty()) continue;
      FoundTool tool;
      tool.definition = *definition;
      tool.form = std::string(find_string(item.get_object(), "form"));
      tool.file = std::string(find_string(item.get_object(), "file"));
      tool.line = number(item.get_object(), "line");
      tool.handler = std::string(find_string(item.get_object(), "handler"));
      tool.handler_file = std::string(find_string(item.get_object(), "handler_file"));
      tool.handler_line = number(item.get_object(), "handler_line");
      found.tools.push_back(std::move(tool));
    }
  }
  found.unresolved = number(object, "unresolved");
  const Json* spent = find(object, "spent");
  found.spent = spent != nullptr && spent->is_bool() && spent->get_bool();
  return found;
}

std::string collect(const LimitedChild& child) {
  std::string answer;
  const auto until = std::chrono::steady_clock::now() + kPatience;
  char buffer[65536];
  while (std::chrono::steady_clock::now() < until && answer.size() <= kMaxResult) {
    pollfd watched{child.from(), POLLIN, 0};
    ::poll(&watched, 1, 500);
    const ssize_t got = ::read(child.from(), buffer, sizeof buffer);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) break;
    answer.append(buffer, static_cast<std::size_t>(got));
  }
  return answer;
}

}  // namespace

Discovery discover_in_child(std::vector<NamedText> files, const std::vector<std::string>& entries,
                            const ProjectOptions& options) {
  Discovery nothing;
  nothing.spent = true;
  for (int attempt = 0; attempt < kMaxRetries && !files.empty(); ++attempt) {
    std::optional<LimitedChild> child = LimitedChild::start({.memory = options.memory}, [&](int, int out) {
      discover(files, entries, options.seconds_to_discover, out);
    });
    if (!child) return nothing;
    const std::string answer = collect(*child);
    const std::size_t result = answer.find('r');
    if (result != std::string::npos) {
      if (std::optional<Discovery> found = read_answer(std::string_view(answer).substr(result + 1)))
        return *found;
    }
    // As many marks as files: it ended while running them, and would again.
    if (answer.empty() || result != std::string::npos || answer.size() >= files.size()) return nothing;
    files.erase(files.begin() + static_cast<std::ptrdiff_t>(answer.size() - 1));
  }
  return nothing;
}

}  // namespace mcpjury
