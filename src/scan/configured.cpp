#include "scan/configured.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/ascii.h"
#include "base/escape.h"
#include "observe/config/configured_evidence.h"
#include "scan/clock.h"
#include "scan/configured_flows.h"
#include "scan/enrich.h"
#include "scan/package_presence.h"

namespace mcpjury {
namespace {

// "${env:NAME}", "${NAME}", "$NAME", "{env:NAME}" alone; empty: another kind of text.
std::string referred_name(std::string_view value) {
  if (value.starts_with("${env:") || value.starts_with("{env:")) {
    value.remove_prefix(value.find(':') + 1);
  } else if (value.starts_with("${")) {
    value.remove_prefix(2);
  } else if (value.starts_with('$')) {
    value.remove_prefix(1);
  } else {
    return {};
  }
  if (value.ends_with('}')) value.remove_suffix(1);
  const bool name = !value.empty() && std::all_of(value.begin(), value.end(),
                                                  [](char c) { return ascii::is_alnum(c) || c == '_'; });
  return name ? std::string(value) : std::string();
}

// The value as the client would fill it in; false: it asks somebody else for it.
bool resolve(const std::string& value, std::string& out) {
  if (value.find('$') == std::string::npos && value.find('{') == std::string::npos) {
    out = value;
    return true;
  }
  const std::string name = referred_name(ascii::trimmed(value));
  const char* found = name.empty() ? nullptr : std::getenv(name.c_str());
  if (found != nullptr) out = found;
  return found != nullptr;
}

class Look {
 public:
  Look(const std::vector<ConfiguredServer>& servers, const ScanOptions& options, const LiveOptions& live,
       const ConfiguredOptions& how)
      : servers_(servers), options_(options), live_(live), how_(how), advisories_(advisory_lookup(live)) {}

  std::vector<Evidence> run() {
    const std::string now = options_.observed_at.empty() ? current_time() : options_.observed_at;
    std::vector<Evidence> evidence;
    evidence.reserve(servers_.size());
    for (const ConfiguredServer& server : servers_)
      evidence.push_back(configured_evidence(server, secrets_, now));
    add_same_names(servers_, evidence);
    if (live_.registry_lookups && !live_.offline) add_package_presence(live_, evidence);
    for (std::size_t i = 0; i < servers_.size(); ++i) {
      if (!looking_was_stopped()) look_closer(servers_[i], evidence[i]);
      if (evidence[i].target.kind == TargetKind::kConfig) advisories_.add_to(evidence[i]);
      if (how_.looked) how_.looked();
    }
    if (how_.start || how_.connect) add_siblings(servers_, options_.limits, evidence);
    return evidence;
  }

 private:
  void look_closer(const ConfiguredServer& server, Evidence& evidence) {
    if (server.disabled) {
      if (how_.start || how_.connect) evidence.facet(Facet::kDefinition).reason = "disabled";
      return;
    }
    const std::string remote =
        server.is_remote() ? server.url : command_package(server.command, server.args).remote;
    if (how_.connect && !remote.empty()) return merge(contacted(server, remote), evidence, false);
    if (how_.start && !server.command.empty()) merge(started(server), evidence, true);
  }

  // What was seen of the server itself, with what its configuration says. A user who is asked may say no, and
  // then nothing is missing; an address that policy refuses was asked for and not seen.
  void merge(Result<Evidence> looked, Evidence& evidence, bool is_asked) {
    if (!looked) {
      const bool chosen = is_asked && looked.error().code == ErrorCode::kRefused;
      evidence.facet(Facet::kDefinition) = {
          chosen ? FacetState::kNotLooked : FacetState::kCouldNotSee, looked.error().message, {}};
      return;
    }
    add_configured(evidence, *looked);
    const std::string at = "/facets/transport/data/configured";
    for (const auto& [pointer, line] : evidence.places.lines) looked->places.lines[at] = line;
    looked->places.files[at] = evidence.places.file;
    looked->target.display = evidence.target.display;
    evidence = std::move(*looked);
  }

  Result<Evidence> started(const ConfiguredServer& server) {
    LiveOptions live = live_;
    for (const auto& [name, value] : server.environment) {
      if (std::string text; resolve(value, text)) live.server_environment.emplace_back(name, std::move(text));
    }
    std::vector<std::string> command{server.command};
    command.insert(command.end(), server.args.begin(), server.args.end());
    std::vector<ConfigSecret> unused;
    const std::vector<std::string> shown = secrets_.shown_words(command, unused);
    live.consent = [&](const LocalPlan& plan) {
      LocalPlan told = plan;
      told.text = fmt::format("\n{} ({}:{})\n{}", escape_terminal(server.name), escape_terminal(server.file),
                              server.line, plan.text);
      hide(command, shown, told.text);
      return live_.consent && live_.consent(told);
    };
    return observe_command_line(command, options_, live);
  }

  // The consent text shows no more of the arguments than the report does.
  static void hide(const std::vector<std::string>& raw, const std::vector<std::string>& shown,
                   std::string& text) {
    for (std::size_t i = 0; i < raw.size() && i < shown.size(); ++i) {
      if (raw[i] == shown[i] || raw[i].size() < 4) continue;
      const std::string before = escape_terminal(raw[i]), after = escape_terminal(shown[i]);
      for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos; at += after.size())
        text.replace(at, before.size(), after);
    }
  }

  Result<Evidence> contacted(const ConfiguredServer& server, const std::string& url) {
    LiveOptions live = live_;
    for (const auto& [name, value] : server.headers) {
      if (std::string text; resolve(value, text)) live.credential.push_back({name, Secret(std::move(text))});
    }
    std::vector<ConfigSecret> unused;
    const std::string shown = secrets_.shown_address(url, unused);
    if (!url.starts_with("http://") && !url.starts_with("https://"))
      return Error{ErrorCode::kNotReached, escape_terminal(shown) + ": not an address that can be contacted"};
    Result<Evidence> out = Error{ErrorCode::kNotReached, "not looked at"};
    observe_all({url}, options_, live, [&](LookedAt looked) { out = std::move(looked.evidence); });
    if (!out && out.error().message.find(url) != std::string::npos && url != shown)
      return Error{out.error().code, escape_terminal(shown) + ": not reached"};
    return out;
  }

  const std::vector<ConfiguredServer>& servers_;
  const ScanOptions& options_;
  const LiveOptions& live_;
  const ConfiguredOptions& how_;
  AdvisoryLookup advisories_;
  ConfigSecrets secrets_;
};

}  // namespace

void observe_configured(const std::vector<ConfiguredServer>& servers, const ScanOptions& options,
                        const LiveOptions& live, const ConfiguredOptions& how,
                        const std::function<void(LookedAt)>& then) {
  std::vector<Evidence> evidence = Look(servers, options, live, how).run();
  for (std::size_t i = 0; i < evidence.size(); ++i) then({i, std::move(evidence[i])});
}

}  // namespace mcpjury
