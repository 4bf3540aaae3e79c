// What the conformance suite asks of one run: the URL as the last argument, the rest in the environment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "net/url.h"
#include "oauth_flow.h"

namespace mcpjury {

struct WantedCall {
  std::string tool;
  JsonObject arguments;
};

struct SuiteTask {
  Url url;
  std::string version;  // empty: find out
  std::optional<PreRegistered> known;
  std::vector<WantedCall> calls;  // empty: every tool once, with arguments from its schema
};

Result<SuiteTask> read_task(int argc, const char* const* argv);

}  // namespace mcpjury
