// The calls that are dangerous with a stranger's text in them. A closed list: docs/source.md names the facts.
#pragma once

#include <cstdint>
#include <string_view>

#include "code/parsed_file.h"

namespace mcpjury::flow {

enum class SinkKind : std::uint8_t {
  kShell,    // one string for a shell
  kProgram,  // program and arguments; a shell only by option or by "sh -c"
  kEval,
  kRead,   // path to read
  kWrite,  // path to write or delete
  kFetch,  // URL
  kDeserialise,
  kTemplate,
};

struct SinkRow {
  std::string_view module, member;  // "" and "eval": a global
  SinkKind kind;
  std::uint8_t argument;
  std::uint8_t second = 255;  // another argument that matters the same way (copy, rename)
};

// The row for a call, null when the call is none of them.
const SinkRow* sink_of(CodeLanguage language, std::string_view module, std::string_view member);

}  // namespace mcpjury::flow
