// The stated maxima of the program. Nothing that is read grows without one of these; a limit that
// was hit is written into the evidence, never passed over.
#pragma once

#include <cstddef>

namespace mcpjury {

struct Limits {
  std::size_t input_bytes = 256u << 20;      // one input file, or stdin
  std::size_t batch_line_bytes = 64u << 20;  // one line of a batch
  std::size_t json_depth = 128;              // nesting of any JSON document
  std::size_t tools = 20'000;                // tools of one server that are looked at
  std::size_t schema_depth = 256;  // nesting walked inside one schema; the document has at most json_depth
  std::size_t schema_visits = 20'000;          // schema nodes visited for one tool
  std::size_t text_bytes = 1u << 20;           // of one string, scanned for patterns
  std::size_t findings_per_detector = 20'000;  // of one detector on one server
  std::size_t quote_chars = 240;               // of evidence quoted in a finding
};

}  // namespace mcpjury
