// What the server says about itself as a whole, and how large its surface is.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "detect/rules/subject_help.h"
#include "detect/schema_refs.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxTools = 50;
constexpr std::size_t kMaxSurfaceBytes = 64 * 1024;
constexpr std::array<std::string_view, 5> kRevisions = {"2024-11-05", "2025-03-26", "2025-06-18",
                                                        "2025-11-25", "2026-07-28"};

using Measure = std::size_t (*)(const JsonObject& object, std::size_t stop_at);

// Stops as soon as the bound is passed: the figure is "more than", not the sum.
std::size_t surface_bytes(const Surface& surface, Measure measure) {
  std::size_t bytes = 0;
  for (const ToolView& tool : surface.tools) {
    bytes += tool.description.size();
    for (const JsonObject* schema : {tool.input_schema, tool.output_schema}) {
      if (schema && bytes <= kMaxSurfaceBytes) bytes += measure(*schema, kMaxSurfaceBytes - bytes);
    }
    if (bytes > kMaxSurfaceBytes) break;
  }
  return bytes;
}

// Most servers are so far below the bound that their strings need not be read.
bool oversized(const Surface& surface) {
  const std::size_t least = surface_bytes(surface, least_size);
  if (least > kMaxSurfaceBytes || least <= kMaxSurfaceBytes / kWidestEscape) return least > kMaxSurfaceBytes;
  return surface_bytes(surface, serialized_size) > kMaxSurfaceBytes;
}

}  // namespace

void detect_server_identity(const DetectInput& input, FindingSink& sink) {
  const Surface& surface = input.surface;
  const SubjectUnit& server = server_subject(input.text);
  const auto add = [&](std::uint16_t detector, std::string_view quote, std::string_view detail) {
    sink.add(detector, server, server.path, quote, Confidence::kHigh, {.detail = detail});
  };
  if (surface.handshake) {
    static const std::uint16_t kNoRevision = detector_index("missing-protocol-version");
    static const std::uint16_t kNoVersion = detector_index("missing-server-version");
    static const std::uint16_t kNoName = detector_index("missing-server-name");
    if (trimmed(surface.protocol_version).empty()) add(kNoRevision, {}, {});
    if (trimmed(surface.server_version).empty()) add(kNoVersion, {}, {});
    if (trimmed(surface.server_name).empty()) add(kNoName, {}, {});
  }
  if (!trimmed(surface.protocol_version).empty() &&
      std::find(kRevisions.begin(), kRevisions.end(), surface.protocol_version) == kRevisions.end()) {
    static const std::uint16_t kUnknown = detector_index("unknown-protocol-revision");
    add(kUnknown, surface.protocol_version, {});
  }
  if (surface.tools.size() > kMaxTools) {
    static const std::uint16_t kTooMany = detector_index("too-many-tools");
    add(kTooMany, {}, fmt::format("{}{}", surface.truncated ? "more than " : "", surface.tools.size()));
  }
  if (oversized(surface)) {
    static const std::uint16_t kOversized = detector_index("oversized-surface");
    add(kOversized, {}, "more than 65,536 bytes");
  }
}

}  // namespace mcpjury
