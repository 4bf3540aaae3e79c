#include <algorithm>

#include "detect/combos.h"
#include "detect/detect.h"
#include "detect/sink.h"
#include "detect/text_index.h"
#include "detect/tool_class.h"
#include "detect/weigh_doubtful.h"

namespace mcpjury {
namespace {

// The panel's raise is one over what every other detector found.
constexpr std::string_view kLast = "panel_consensus";

}  // namespace

struct Detective::Impl {
  Impl(const Limits& the_limits, bool messages)
      : limits(the_limits), with_messages(messages), matcher(ComboTable::instance()) {}

  Limits limits;
  bool with_messages;
  ComboMatcher matcher;
  TextIndex text;
};

Detective::Detective(const Limits& limits, bool with_messages)
    : impl_(std::make_unique<Impl>(limits, with_messages)) {}
Detective::~Detective() = default;

DetectResult Detective::run(const Evidence& evidence, const Surface& surface) {
  DetectResult result;
  const FacetRecord& definition = evidence.facet(Facet::kDefinition);
  static const JsonObject kNothing;
  const JsonObject& data = definition.data.is_object() ? definition.data.get_object() : kNothing;
  TextIndex& text = impl_->text;
  gather(surface, data, impl_->limits, text);
  impl_->matcher.scan(text);
  FindingSink sink(text, impl_->limits, impl_->with_messages);
  impl_->matcher.match(text, sink);
  result.tools = class_tools(surface, text);
  const DetectInput input{evidence, surface, text, impl_->limits, result.tools};
  const DetectorFunction* last = nullptr;
  for (const DetectorFunction& function : detector_functions()) {
    function.name == kLast ? void(last = &function) : function.run(input, sink);
  }
  weigh_doubtful(text, sink);
  if (last != nullptr) last->run(input, sink);
  result.findings = sink.take();
  result.visits_exhausted = text.visits_exhausted;
  if (text.visits_exhausted) result.exhausted_pointer = text.pointer(text.exhausted_path);
  result.findings_dropped = sink.dropped();
  const auto detectors = catalog().detectors;
  for (const Finding& finding : result.findings) {
    if (detectors[finding.detector].kind != Kind::kCapability || finding.confidence == Confidence::kLow)
      continue;
    if (finding.subject.type != SubjectType::kTool || finding.subject.index < 0) continue;
    const auto tool = std::lower_bound(surface.tools.begin(), surface.tools.end(), finding.subject.index,
                                       [](const ToolView& view, std::int32_t index) {
                                         return static_cast<std::int32_t>(view.index) < index;
                                       });
    if (tool != surface.tools.end()) {
      result.tools[static_cast<std::size_t>(tool - surface.tools.begin())].capabilities.push_back(
          finding.detector);
    }
  }
  return result;
}

}  // namespace mcpjury
