// What the readers of this folder share while one file is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "code/parsed_file.h"
#include "code/summary.h"
#include "code/typed/nodes.h"
#include "code/typed/values.h"

namespace mcpjury {

struct ServingContext {
  const ParsedFile& file;
  const Values& values;
  FileSummary& summary;
  bool speaks_mcp = false;  // the file names MCP somewhere
  bool http_mcp = false;    // … and one of the HTTP transports
};

struct FactKind {
  std::string_view fact, cwe, severity;
};

inline constexpr FactKind kListensOnAll{"listens-on-all-interfaces", "CWE-1327", "medium"};
inline constexpr FactKind kTlsCheckOff{"tls-check-off", "CWE-295", "high"};
inline constexpr FactKind kAuthDisabled{"auth-disabled", "CWE-306", "high"};
inline constexpr FactKind kOriginReflected{"origin-reflected", "CWE-942", "high"};
inline constexpr FactKind kCorsWildcard{"cors-wildcard-with-credentials", "CWE-942", "high"};
inline constexpr FactKind kOpenRoute{"route-without-authentication", "CWE-306", "high"};
inline constexpr FactKind kOpenList{"allow-list-open-when-empty", "CWE-284", "high"};

void add_fact(ServingContext& context, const FactKind& kind, TSNode node, std::string_view symbol,
              std::string_view confidence);

// ASCII letters only.
bool contains(std::string_view text, std::string_view part);
bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts);
// Names of middleware, functions and types that check who is asking.
bool names_authentication(std::string_view text);
// Text of a node, at most `most` bytes of it, in small letters.
std::string lower_text(const ParsedFile& file, TSNode node, std::size_t most = 4'000);
// Whether the node stands in a branch that somebody has to choose: an if, a conditional expression, a match.
bool is_optional(const ParsedFile& file, TSNode node);

// Whether a file with these words, in small letters, can hold what the reader looks for: most files do not,
// and a search for a word costs far less than a walk over the tree.
bool may_hold_routes(std::string_view text);
bool may_hold_trust(std::string_view text);
bool may_hold_origins(std::string_view text);

void read_servers(ServingContext& context);
void read_routes(ServingContext& context);
void visit_trust(ServingContext& context, TSNode node);
void visit_listening(ServingContext& context, TSNode node);
void visit_origins(ServingContext& context, TSNode node);
void visit_switches(ServingContext& context, TSNode node);

}  // namespace mcpjury
