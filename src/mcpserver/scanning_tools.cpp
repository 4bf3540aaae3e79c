// scan_server, scan_tools, scan_config: look, judge, keep, answer.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/escape.h"
#include "mcpserver/quoted.h"
#include "mcpserver/report_summary.h"
#include "mcpserver/tool_call.h"
#include "scan/configured.h"
#include "scan/given_text.h"
#include "scan/target_kind.h"
#include "scan/whole_scan.h"

namespace mcpjury {
namespace {

constexpr std::size_t kServersShown = 100;

// Judges, keeps the report for get_report, and says what an agent needs of it. `known`: the target has a
// history to be compared with.
JsonObject judged(Evidence evidence, ToolBench& bench, bool known) {
  const McpServerOptions& options = bench.shared.options;
  WholeScan with;
  std::unique_ptr<Store> store;
  if (known && !options.store_url.empty()) {
    auto opened = Store::open({options.store_url, !options.keep});
    if (opened) {
      store = std::move(*opened);
    } else if (opened.error().code != ErrorCode::kNothingToGrade) {
      with.no_store = opened.error().message;
    }
  }
  with.store = store.get();
  with.keep = options.keep;
  Reports reports;
  reports.push_back(scan_whole(std::move(evidence), options.scan, with, bench.detective).report);
  const std::string id = bench.shared.reports.add(render_ndjson(reports, {}));
  return summary_json(*reports.front(), id, options.findings_shown);
}

ToolAnswer judged_answer(Evidence evidence, ToolBench& bench, bool known) {
  ToolAnswer answer;
  answer.structured = judged(std::move(evidence), bench, known);
  answer.text = summary_text(answer.structured);
  return answer;
}

// Only what is reached over the network under the address guard: never a command, a folder, a file.
Status check_target(const std::string& target) {
  const bool url = target.starts_with("https://") || target.starts_with("http://");
  const bool package = target.starts_with("npm:") || target.starts_with("pypi:");
  auto form = url || package ? target_form(target)
                             : Result<TargetForm>(Error{ErrorCode::kUsage, "not a URL or a package"});
  if (form && (*form == TargetForm::kRemote || *form == TargetForm::kPackage)) return Ok{};
  return Error{ErrorCode::kUsage,
               "target must be an http or https address of an MCP server, npm:NAME[@VERSION] or "
               "pypi:NAME[@VERSION]; local commands, files and repositories are not scanned from here"};
}

JsonObject short_summary(const JsonObject& summary) {
  JsonObject out;
  for (const std::string_view key : {"report_id", "verdict", "complete", "target", "counts", "findings_total",
                                     "findings", "findings_shown", "untrusted"}) {
    if (const Json* value = find(summary, key)) out.emplace(key, *value);
  }
  return out;
}

constexpr std::string_view kWords[] = {"unknown", "allow", "caution", "stop"};

std::size_t rank_of(std::string_view word) {
  return static_cast<std::size_t>(std::find(std::begin(kWords), std::end(kWords), word) - std::begin(kWords));
}

ToolAnswer configured_answer(const ConfiguredTargets& configured, ToolBench& bench) {
  const McpServerOptions& options = bench.shared.options;
  LiveOptions live = looking_options(options);
  live.offline = true;
  ToolAnswer answer;
  JsonArray servers;
  std::size_t worst = 0, total = 0;
  std::string text;
  observe_configured(configured.servers, options.scan, live, {}, [&](LookedAt looked) {
    ++total;
    if (!looked.evidence) return;
    const JsonObject summary = judged(std::move(*looked.evidence), bench, false);
    worst = std::max(worst, rank_of(find_string(summary, "verdict")));
    if (servers.size() == kServersShown) return;
    servers.push_back(short_summary(summary));
    text += fmt::format("\n{}", summary_text(summary));
  });
  JsonArray messages;
  for (const std::string& message : configured.messages) {
    if (messages.size() == 20) break;
    messages.emplace_back(plain_quote(message));
  }
  answer.text =
      fmt::format("{} servers are configured; none was started or contacted. Worst verdict: {}.\n{}", total,
                  kWords[worst], text);
  answer.structured = {{"servers_total", total},
                       {"servers_shown", servers.size()},
                       {"verdict", kWords[worst]},
                       {"complete", !configured.incomplete},
                       {"servers", std::move(servers)},
                       {"note", kUntrustedNote},
                       {"untrusted", JsonObject{{"messages", std::move(messages)}}}};
  return answer;
}

}  // namespace

ToolAnswer tool_error(std::string_view why) {
  ToolAnswer answer;
  answer.is_error = true;
  answer.text = plain_quote(why, 600);
  return answer;
}

LiveOptions looking_options(const McpServerOptions& options) {
  LiveOptions live = options.live;
  live.allow_private = live.dcr = live.active_probe = live.yes = live.no_sandbox = false;
  live.credential.clear();
  live.consent = [](const LocalPlan&) { return false; };
  live.timeout_seconds = options.call_seconds;
  live.jobs = 8;
  return live;
}

ToolAnswer scan_server_tool(const ToolCall& call, ToolBench& bench) {
  const std::string target(find_string(call.arguments, "target"));
  if (auto fine = check_target(target); !fine) return tool_error(fine.error().message);
  call.progress(0, 2, "waiting for the server");
  auto evidence = bench.shared.looks.look(target, call.cancelled);
  if (!evidence) return tool_error(evidence.error().message);
  call.progress(1, 2, "grading what was seen");
  return judged_answer(std::move(*evidence), bench, true);
}

ToolAnswer scan_tools_tool(const ToolCall& call, ToolBench& bench) {
  const ScanOptions& options = bench.shared.options.scan;
  const JsonArray* tools = find_array(call.arguments, "tools");
  const std::string_view text = find_string(call.arguments, "json");
  if ((tools == nullptr) == text.empty()) return tool_error("give either tools or json");
  const std::string name = "tools given in the call";
  auto evidence = tools != nullptr ? observe_given_json(JsonObject{{"tools", *tools}}, name, options)
                                   : observe_given_text(text, name, options);
  if (!evidence) return tool_error(evidence.error().message);
  return judged_answer(std::move(*evidence), bench, false);
}

ToolAnswer scan_config_tool(const ToolCall& call, ToolBench& bench) {
  const std::string path(find_string(call.arguments, "path"));
  const std::string_view text = find_string(call.arguments, "text");
  if (path.empty() == text.empty()) return tool_error("give either path or text");
  if (path.empty()) {
    const std::string_view format = find_string(call.arguments, "format");
    auto configured = configured_in_text(fmt::format("config.{}", format.empty() ? "json" : format), text);
    return configured ? configured_answer(*configured, bench) : tool_error(configured.error().message);
  }
  if (path == "-" || path.find('\0') != std::string::npos) return tool_error("not a path of a file");
  std::vector<std::string> targets = {path};
  const ConfiguredTargets configured = find_configured(targets, false);
  if (!configured.errors.empty()) return tool_error(configured.errors.front().message);
  if (!targets.empty()) return tool_error("no client configuration could be read from this path");
  return configured_answer(configured, bench);
}

}  // namespace mcpjury
