// The newest release of a package, asked of the user's own registry through the guarded client.
//
// Used from a fiber. Asked once a package and process; nothing is asked without --registry-lookups.
#pragma once

#include <map>
#include <string>

#include "base/json.h"
#include "net/guarded_client.h"

namespace mcpjury {

struct LatestRelease {
  std::string version;  // of the dist-tag "latest"; empty when it is not known
  JsonObject answer;    // an entry of provenance.registry: what was asked and what came
};

class ReleaseLookup {
 public:
  ReleaseLookup(Loop& loop, Resolver& resolver, const TrustStore& trust)
      : loop_(loop), resolver_(resolver), trust_(trust) {}

  // `registry` is the base address; its host is the operator's own choice and may be private.
  LatestRelease npm(const std::string& registry, const std::string& package, RequestLog& log);

 private:
  Loop& loop_;
  Resolver& resolver_;
  const TrustStore& trust_;
  std::map<std::string, LatestRelease> known_;  // at most 256
};

}  // namespace mcpjury
