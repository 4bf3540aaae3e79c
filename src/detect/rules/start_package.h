// Which package a server is started from, where the evidence says so: the provenance facet, or a start
// command such as `npx -y name@1.2.3` or `uvx name==1.2.3`. A name in a command is firmer than what a server
// says of itself. Pure.
#pragma once

#include <string_view>

#include "model/evidence.h"

namespace mcpjury {

struct StartPackage {
  std::string_view ecosystem, name, version;  // version empty when none is pinned
  Facet facet = Facet::kTransport;
  std::string_view place = {};  // below that facet's data

  bool known() const { return !name.empty(); }
};
StartPackage start_package(const Evidence& evidence);

}  // namespace mcpjury
