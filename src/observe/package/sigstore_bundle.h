// A signed statement about a package: an in-toto statement in a DSSE envelope with the sigstore material that
// proves its signature, as npm (bundles) and PEP 740 (attestations) serve it. Pure; hostile text, bounded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "observe/package/trust_files.h"

namespace mcpjury {

struct LogEntry {
  std::string log_id;   // base64
  std::string body;     // base64, as the log signed it
  std::string promise;  // raw signature over body, time, id and index
  std::int64_t time = 0, index = 0;
};

struct SignedStatement {
  std::string payload, payload_type, signature;  // raw bytes
  std::string key_hint;                          // when a named key signed it
  std::string certificate;                       // DER, when a short-lived certificate did
  std::vector<LogEntry> log_entries;
};

// At most 16 statements; what cannot be read is left out.
std::vector<SignedStatement> read_statements(const Json& document);

// What the certificate of a signer says, by the extensions of sigstore's authority.
struct SignerIdentity {
  std::string build_signer, source, commit, runner;
};

struct StatementCheck {
  enum class State { kVerified, kFailed, kNotChecked };
  State state = State::kNotChecked;
  std::string reason;
  SignerIdentity signer;
};

// The signature over the DSSE pre-authentication encoding; for a certificate also its chain to a given
// authority at the time that a given log promised. What no key was given for is not checked.
StatementCheck check_statement(const SignedStatement& statement, const TrustFiles& trust);

std::string dsse_encoding(std::string_view type, std::string_view payload);

}  // namespace mcpjury
