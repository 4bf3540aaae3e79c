// The evidence of a configured server that is not started: what its configuration says of it, secrets
// replaced.
//
// Pure. Only this function turns a ConfiguredServer into something that is stored or shown.
#pragma once

#include <string>
#include <vector>

#include "model/evidence.h"
#include "observe/config/command_package.h"
#include "observe/config/config_secrets.h"
#include "observe/config/configured_server.h"

namespace mcpjury {

// A target of kind config whose facet `transport` holds `configured`, and `stdio` for a server that is
// started by a command. Nothing else is seen.
Evidence configured_evidence(const ConfiguredServer& server, ConfigSecrets& secrets,
                             const std::string& observed_at);

// The member `configured` for evidence of a server that was started or contacted.
void add_configured(const Evidence& from, Evidence& to);

// Servers of one name in several files, each time another one: which of them is used depends on the client.
// Fills `configured.same_name` of each; parallel to `servers`.
void add_same_names(const std::vector<ConfiguredServer>& servers, std::vector<Evidence>& evidence);

}  // namespace mcpjury
