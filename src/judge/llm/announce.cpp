#include "judge/llm/announce.h"

#include <fmt/format.h>

#include <algorithm>

#include "judge/llm/conversation.h"
#include "judge/llm/wire.h"

namespace mcpjury {
namespace {

// Rounded up, so that "at most" holds.
std::string shown_bytes(std::size_t bytes) {
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  if (bytes < 10'000'000) return fmt::format("{} kB", (bytes + 999) / 1000);
  return fmt::format("{} MB", (bytes + 999'999) / 1'000'000);
}

// The largest body this tool may need: JSON doubles a quotation mark or backslash of the text.
std::size_t body_bytes(const ModelSpec& spec, const std::string& text) {
  const Prompt prompt = make_prompt(text, true, [] { return std::string(32, '0'); });
  return request_body(spec, prompt, first_dialect(spec)).size();
}

}  // namespace

std::vector<std::string> announcement(const std::vector<ModelSpec>& specs, const std::vector<ModelKey>& keys,
                                      const std::vector<std::string>& texts,
                                      const ModelJudgeOptions& options) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const ModelSpec& spec = specs[i];
    std::size_t tools = 0, once = 0, largest = 0;
    for (const std::string& text : texts) {
      if (text.empty()) continue;
      ++tools;
      const std::size_t bytes = body_bytes(spec, text);
      once += bytes;
      largest = std::max(largest, bytes);
    }
    const std::size_t most = once * kMostRequests + largest * kMostLearned;
    lines.push_back(fmt::format(
        "judge {}: sends {} tool{} to {} (model {}), {}, at most {} with second tries; {}", spec.id(), tools,
        tools == 1 ? "" : "s", spec.endpoint.origin(), spec.model, shown_bytes(once), shown_bytes(most),
        keys[i].empty() ? "no key" : fmt::format("key from {}", keys[i].variable())));
  }
  lines.push_back(
      "judges see names, descriptions, schemas and annotations of tools, the server's name, host and "
      "instructions, and "
      "facts about handlers; replaced before sending: secrets, home folders and user names, internal hosts");
  std::size_t kept = 0;
  for (const std::string& text : texts) kept += text.empty() ? 1u : 0u;
  if (kept > 0) {
    lines.push_back(fmt::format("{} tool{} not sent: larger than {} or beyond the first {}", kept,
                                kept == 1 ? " is" : "s are", shown_bytes(options.text_limits.tool_bytes),
                                options.max_tools));
  }
  return lines;
}

}  // namespace mcpjury
