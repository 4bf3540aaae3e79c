// Whether one call of a tool may go on, for every kind of gateway.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "guard/guard_log.h"
#include "guard/surface_verdict.h"
#include "guard/token_bucket.h"

namespace mcpjury {

using CallBuckets = std::map<std::string, TokenBucket, std::less<>>;  // by tool; only tools that are listed

struct CallDecision {
  bool forward = false;
  std::string reason;
  JsonObject data;  // of the error: tool, grade, action, fingerprint, retry_after_ms
};

// Says so in the log too. `verdict` null: the list could not be read.
CallDecision decide_call(std::string_view tool, const SurfaceVerdict* verdict, const GuardPolicy& policy,
                         CallBuckets& buckets, std::int64_t now_ms, GuardLog& log);
// Why no tool of this server may be used now; empty: they may.
std::string refusal_of_all(const SurfaceVerdict* verdict, const GuardPolicy& policy);

std::string refusal_frame(const Json& id, std::string_view why, JsonObject data);
void log_surface(const SurfaceVerdict& verdict, GuardLog& log);

}  // namespace mcpjury
