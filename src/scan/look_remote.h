// One look at a remote server from a fiber, with everything a scan wants of it. Private to scan.
#pragma once

#include <string>

#include "net/loop.h"
#include "net/resolver.h"
#include "observe/package/latest_release.h"
#include "scan/live.h"

namespace mcpjury {

class TrustStore;

// `releases` null: no registry is asked.
Result<Evidence> look_at_remote(Loop& loop, Resolver& resolver, const TrustStore& trust,
                                ReleaseLookup* releases, const std::string& url, const ScanOptions& options,
                                const LiveOptions& live);
// Does the server run the newest release? Only for names on the allow-list.
void look_up_release(ReleaseLookup& lookup, Evidence& evidence);
Milliseconds total_time(const LiveOptions& live);

}  // namespace mcpjury
