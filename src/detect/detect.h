// Detectors: pure functions from evidence to findings.
//
// A detector that patterns can express is one YAML file; one that needs code has a function
// `detect_<name>` in src/detect/rules/<name>.cpp besides. The list of functions is generated from the
// catalogue. A Detective owns the scratch space of one thread and is reused from server to server.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "catalog/catalog.h"
#include "model/evidence.h"
#include "model/finding.h"
#include "model/surface.h"
#include "model/tool_facts.h"

namespace mcpjury {

struct DetectInput;
class FindingSink;

struct DetectorFunction {
  const char* name;
  void (*run)(const DetectInput& input, FindingSink& sink);
};
std::span<const DetectorFunction> detector_functions();

struct DetectResult {
  std::vector<Finding> findings;  // sorted: severity, confidence, detector, place
  std::vector<ToolFacts> tools;   // parallel to surface.tools
  bool visits_exhausted = false;  // a schema or text was larger than the limit: not all of it was read
  std::string exhausted_pointer;  // where that was first so
  bool findings_dropped = false;  // a detector found more than is kept
};

class Detective {
 public:
  explicit Detective(const Limits& limits = {}, bool with_messages = true);
  ~Detective();

  DetectResult run(const Evidence& evidence, const Surface& surface);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mcpjury
