// What packages run when they are installed: one finding a hook, the gravest that fits.
#include <fmt/format.h>

#include <algorithm>

#include "detect/rules/entry_help.h"

namespace mcpjury {
namespace {

class Hook {
 public:
  explicit Hook(const JsonObject& entry)
      : behaviours_(find_array(entry, "behaviours")), command_(find_string(entry, "command")) {}

  // Downloads and runs, or decodes and runs.
  bool is_payload() const {
    if (does("runs_fetched") || does("runs_decoded")) return true;
    if (does("fetches") && pipes_into_shell()) return true;
    return does("decodes") && (does("evaluates") || does("runs_inline") || pipes_into_shell());
  }
  bool is_risky() const {
    return does("fetches") || does("decodes") || does("evaluates") || does("runs_inline") ||
           does("runs_shell") || does("telemetry") || does("obfuscated");
  }
  std::string text() const {
    std::string out;
    for (const Json& one : behaviours_ == nullptr ? JsonArray() : *behaviours_) {
      if (const auto* name = one.if_string())
        out += fmt::format("{}{}", out.empty() ? "" : ", ", std::string_view(name->data(), name->size()));
    }
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
  }

 private:
  bool does(std::string_view behaviour) const {
    return behaviours_ != nullptr &&
           std::any_of(behaviours_->begin(), behaviours_->end(), [&](const Json& one) {
             const auto* name = one.if_string();
             return name != nullptr && std::string_view(name->data(), name->size()) == behaviour;
           });
  }
  bool pipes_into_shell() const {
    for (std::size_t at = command_.find('|'); at != std::string_view::npos; at = command_.find('|', at + 1)) {
      if (command_.substr(at, 2) == "||") {  // "or else", no pipe
        ++at;
        continue;
      }
      std::string_view rest = command_.substr(at + 1);
      rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
      for (const std::string_view shell : {"sh", "bash", "zsh", "node", "python", "python3", "sudo"}) {
        if (rest.starts_with(shell) && (rest.size() == shell.size() || rest[shell.size()] == ' ' ||
                                        rest[shell.size()] == ';' || rest[shell.size()] == '"'))
          return true;
      }
    }
    return false;
  }

  const JsonArray* behaviours_;
  std::string_view command_;
};

void read_hooks(const DetectInput& input, FindingSink& sink, Facet facet) {
  EntryReporter report(input, sink, facet, "install_hooks");
  for_each_entry(input.evidence, facet, "install_hooks", [&](std::size_t index, const JsonObject& entry) {
    static const std::uint16_t kPayload = detector_index("install-script-payload");
    static const std::uint16_t kRisky = detector_index("install-script-risky");
    static const std::uint16_t kRuns = detector_index("install-script-runs");
    const Hook hook(entry);
    const std::string name = package_text(entry), text = hook.text();
    const std::string detail =
        fmt::format("{}{}{}", find_string(entry, "hook"), text.empty() ? "" : ": ", text);
    const EntrySays says{.quote = find_string(entry, "command"), .detail = detail};
    const std::uint16_t which = hook.is_payload() ? kPayload : hook.is_risky() ? kRisky : kRuns;
    if (find_string(entry, "package").empty()) {
      report.about_file(which, index, find_string(entry, "file"), says);
    } else {
      report.about_package(which, index, name, says);
    }
  });
}

}  // namespace

void detect_install_scripts(const DetectInput& input, FindingSink& sink) {
  read_hooks(input, sink, Facet::kSource);
  read_hooks(input, sink, Facet::kDependencies);
}

}  // namespace mcpjury
