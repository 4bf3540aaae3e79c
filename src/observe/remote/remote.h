// Looks at a server behind a URL: transport, TLS, conversation, Origin probe, authorization discovery.
//
// Called from a fiber of the loop; many may run on one loop. Always gives evidence: what was not reached is
// `could_not_see` with a reason. `outcome` tells the caller whether there was anything to grade.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/limits.h"
#include "model/evidence.h"
#include "net/guarded_client.h"
#include "net/loop.h"
#include "observe/remote/secret.h"

namespace mcpjury {

struct RemoteOptions {
  std::string url;                         // as the user wrote it
  bool allow_private = false;              // for the target's host only
  std::vector<std::string> allowed_hosts;  // operator's configuration: further hosts
  Milliseconds total{90'000};
  bool dcr = false;
  bool active_probe = false;  // the second gate is the environment; the probe's own unit checks both
  bool always_discover = false;
  bool registry_lookups = false;
  // "Name: value" headers and a bearer token, from --header and --bearer-env.
  std::vector<SecretHeader> credential;
  std::string credential_label;  // "none", "api_key"
  std::string observed_at;
  Limits limits;
  std::string client_version;
  std::string forced_protocol_version;  // conformance runs; empty otherwise
};

// How a look ended, in the families of the robustness data: "ok", "unreachable:dns", "timeout:headers",
// "refused:address-policy", "protocol-error:not-mcp", "limit:body" …
struct RemoteOutcome {
  Evidence evidence;
  std::string ended;               // family:detail
  bool anything_to_grade = false;  // proof of MCP was seen
  std::string message;             // one line for people: what happened and what to try
};

RemoteOutcome observe_remote(Loop& loop, Resolver& resolver, const TrustStore& trust,
                             const RemoteOptions& options);

}  // namespace mcpjury
