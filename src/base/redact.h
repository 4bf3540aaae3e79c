// Secrets never leave: everything that is stored or shown passes through redact() first.
//
// A replacement names the kind and a 6-hex tag of the secret's SHA-256, "[github-token:1a2b3c]", so
// that equal secrets look equal and none can be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

struct SecretHit {
  std::string_view kind;  // "bearer", "jwt", "openai-key", "github-token", "aws-key-id", …
  std::size_t begin = 0;  // byte offsets in the text that was given
  std::size_t end = 0;
};

// Hand-written linear scan (no regular expressions in base); key formats by prefix, length and alphabet.
// Documented sample values (EXAMPLE keys, xxxx, 1234…, <your-key>) are not hits.
std::vector<SecretHit> find_secrets(std::string_view text);
std::string redact(std::string_view text);
// Secrets that redact() has replaced already, by the kind they had: a record is judged as the original was.
std::vector<SecretHit> find_replaced(std::string_view text);
// Every string value of the document, at any depth. Recurses as deep as the document, which its reader
// bounded.
void redact_strings(Json& value);

}  // namespace mcpjury
