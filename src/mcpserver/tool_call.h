// One call of one of our tools: what it is given, what it answers. The tools know nothing of JSON-RPC.
//
// A ToolBench belongs to one worker thread; what the workers share (kept reports, the desk that looks at
// servers) sees to itself.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "mcpserver/kept_reports.h"
#include "mcpserver/look_desk.h"
#include "scan/live.h"
#include "scan/scan.h"

namespace mcpjury {

// What the operator allows at the start of the process; no call can widen it.
struct McpServerOptions {
  ScanOptions scan;
  LiveOptions live;       // allow_private, credentials and consent are not taken from here
  std::string store_url;  // of the history; empty: none
  bool keep = false;      // scans go into the history; else it is only read
  std::size_t request_bytes = 8u << 20;
  std::size_t answer_bytes = 200u << 10;  // of a rendered report
  std::size_t workers = 8;
  std::size_t waiting = 32;         // calls that may wait for a worker
  double call_seconds = 90;         // of one look
  std::size_t findings_shown = 20;  // the worst ones
};

struct ToolAnswer {
  JsonObject structured;
  std::string text;
  bool is_error = false;  // the call was understood and could not be done; `text` says why
};
ToolAnswer tool_error(std::string_view why);

// What the operator allows, without anything a call must not have: credentials, consent, private addresses.
LiveOptions looking_options(const McpServerOptions& options);

struct ToolShared {
  const McpServerOptions& options;
  KeptReports& reports;
  LookDesk& looks;
};

struct ToolBench {
  ToolShared shared;
  Detective& detective;
};

struct ToolCall {
  const JsonObject& arguments;  // fits the tool's input schema
  std::function<void(int done, int of, std::string_view what)> progress;
  std::function<bool()> cancelled;
};

ToolAnswer scan_server_tool(const ToolCall& call, ToolBench& bench);
ToolAnswer scan_tools_tool(const ToolCall& call, ToolBench& bench);
ToolAnswer scan_config_tool(const ToolCall& call, ToolBench& bench);
ToolAnswer explain_rule_tool(const ToolCall& call, ToolBench& bench);
ToolAnswer list_rules_tool(const ToolCall& call, ToolBench& bench);
ToolAnswer get_report_tool(const ToolCall& call, ToolBench& bench);

}  // namespace mcpjury
