// mcp: the scanner as an MCP server on stdin and stdout.
#include <unistd.h>

#include "cli/cli.h"
#include "cli/live_options.h"
#include "cli/store_choice.h"
#include "mcpserver/server.h"

namespace mcpjury {

int mcp_command(const CliOptions& options) {
  auto live = make_live_options(options);
  if (!live) return complain(live.error());
  auto choice = chosen_store(options);
  if (!choice) return complain(choice.error());
  McpServerOptions server;
  server.live = std::move(*live);
  if (choice->on) server.store_url = choice->url;
  server.keep = options.keep;
  if (server.keep && !choice->on) {
    complain("mcp --keep keeps scans in the history, which --no-store or MCPJURY_STORE=none forbids");
    return 2;
  }
  if (server.keep) {
    // Made now, so that what cannot be kept is known before anybody asks.
    if (auto opened = open_store(*choice, false); !opened) return complain(opened.error());
  }
  if (options.timeout_seconds > 0) server.call_seconds = options.timeout_seconds;
  return serve_stdio(STDIN_FILENO, STDOUT_FILENO, server);
}

}  // namespace mcpjury
