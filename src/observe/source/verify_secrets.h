// Asks a provider whether a found secret works: only for providers the user names, one documented read-only
// request a secret ("who am I"), through the guarded client. A value is read again from its place for that
// moment and wiped after it; it is sent to its own provider's host and to nobody else.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "net/http.h"
#include "observe/source/secret_look.h"

namespace mcpjury {

struct VerifyOptions {
  std::vector<std::string> providers;  // "github", "gitlab", "slack" …
  std::map<std::string, std::string>
      addresses;               // by provider: an origin instead of its own (own hosts, tests)
  std::size_t requests = 100;  // in all
};

// "github", "gitlab" …, sorted.
std::vector<std::string_view> secret_providers();
// kUsage names the provider that is not known, and those that are.
Status check_secret_providers(const std::vector<std::string>& providers);

// Sets `verified` of the secrets whose provider was named: "live", "dead", or "not_tried" when the answer
// says neither. Runs in a fiber of the client's loop.
void verify_secrets(SecretLook& look, const SourceTree& tree, const SourceLimits& limits, HttpClient& client,
                    const VerifyOptions& options);
// The same with a loop and a guarded client of its own; the request log, without values.
JsonArray verify_secrets_online(SecretLook& look, const SourceTree& tree, const SourceLimits& limits,
                                const VerifyOptions& options);

}  // namespace mcpjury
