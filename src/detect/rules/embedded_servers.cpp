// Servers a repository builds: routes of MCP that ask for no authentication, and servers whose tools could
// not be listed from the source.
#include <fmt/format.h>

#include <string>
#include <unordered_map>

#include "detect/rules/entry_help.h"

namespace mcpjury {
namespace {

bool has_mcp(std::string_view text) {
  for (std::size_t i = 0; i + 3 <= text.size(); ++i) {
    if (!same_letters(text.substr(i, 3), "mcp")) continue;
    const bool begins = i == 0 || !((text[i - 1] | 0x20) >= 'a' && (text[i - 1] | 0x20) <= 'z');
    if (begins) return true;
  }
  return false;
}

bool is_mcp_route(const JsonObject& route) { return has_mcp(find_string(route, "path")); }

// Routes that do ask who calls, by the file and by the file and code they lead to. Where one stands beside an
// open one, leaving it open is a slip and not a choice.
class Guarded {
 public:
  explicit Guarded(const Evidence& evidence) {
    for_each_entry(evidence, Facet::kSource, "routes", [&](std::size_t, const JsonObject& route) {
      if (find_flag(route, "authenticated") != true) return;
      const std::string_view path = find_string(route, "path");
      if (is_mcp_route(route)) known_.emplace(find_string(route, "file"), path);
      if (!find_string(route, "handler").empty()) known_.emplace(handler_key(route), path);
    });
  }
  // The path of the sibling; empty when there is none.
  std::string_view sibling_of(const JsonObject& open) const {
    for (const std::string& key : {handler_key(open), std::string(find_string(open, "file"))}) {
      if (const auto found = known_.find(key); found != known_.end()) return found->second;
    }
    return {};
  }

 private:
  static std::string handler_key(const JsonObject& route) {
    return fmt::format("{}\n{}", find_string(route, "file"), find_string(route, "handler"));
  }
  std::unordered_map<std::string, std::string_view> known_;
};

void read_routes(const DetectInput& input, FindingSink& sink) {
  const Guarded guarded(input.evidence);
  EntryReporter report(input, sink, Facet::kSource, "routes");
  for_each_entry(input.evidence, Facet::kSource, "routes", [&](std::size_t index, const JsonObject& route) {
    if (find_flag(route, "authenticated") != false || !is_mcp_route(route)) return;
    static const std::uint16_t kOpen = detector_index("unauthenticated-mcp-route");
    const std::string_view method = find_string(route, "method"), sibling = guarded.sibling_of(route);
    const std::string quote =
        fmt::format("{}{}{}", method, method.empty() ? "" : " ", find_string(route, "path"));
    const std::string detail = sibling.empty() ? std::string("no authentication was seen in front of it")
                                               : fmt::format("{} in the same file asks for it", sibling);
    report.about_file(kOpen, index, find_string(route, "file"),
                      {.quote = quote,
                       .detail = detail,
                       .confidence = sibling.empty() ? Confidence::kLow : Confidence::kHigh});
  });
}

}  // namespace

void detect_embedded_servers(const DetectInput& input, FindingSink& sink) {
  if (!input.evidence.seen(Facet::kSource)) return;
  read_routes(input, sink);
  if (!input.surface.tools.empty()) return;
  EntryReporter report(input, sink, Facet::kSource, "embedded_servers");
  bool said = false;
  for_each_entry(
      input.evidence, Facet::kSource, "embedded_servers", [&](std::size_t index, const JsonObject& entry) {
        static const std::uint16_t kEmbedded = detector_index("embedded-server-not-listed");
        if (said) return;
        said = true;
        report.about_server(kEmbedded, index,
                            {.quote = find_string(entry, "sdk"), .detail = find_string(entry, "file")});
      });
}

}  // namespace mcpjury
