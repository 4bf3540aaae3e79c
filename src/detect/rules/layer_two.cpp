// The second layer of MCPBundles, on the same judges: what more than half of those who answered say of a
// tool. Judges are heard in two groups, language models that answered in time and embedded ones (three at
// least); either may speak. No other methodology counts these.
#include <fmt/format.h>

#include <array>

#include "detect/rules/signal_hits.h"
#include "detect/rules/subject_help.h"
#include "detect/sink.h"
#include "model/consensus.h"

namespace mcpjury {
namespace {

enum Rule : std::size_t { kSteers, kInSchema, kCredentials, kOrigin, kAttention, kRules };

struct Group {
  std::size_t answers = 0;
  std::array<std::size_t, kRules> says{};
  std::array<std::string_view, kRules> reasons{};

  bool speaks(Rule rule, std::size_t least) const { return answers >= least && says[rule] * 2 > answers; }
};

void hear(const JudgementView& judgement, Group& group) {
  ++group.answers;
  const auto says = [&](Rule rule) {
    if (group.says[rule]++ == 0) group.reasons[rule] = judgement.reasons[0];
  };
  const auto sign = [&](std::size_t bit) { return ((judgement.signs >> bit) & 1u) != 0; };
  if (judgement.scores[0] >= kCautionBelow) {
    says(kSteers);
    if (sign(0)) says(kInSchema);
  }
  if (sign(1)) says(kCredentials);
  if (sign(2)) says(kOrigin);
  if (sign(3)) says(kAttention);
}

}  // namespace

void detect_layer_two(const DetectInput& input, FindingSink& sink) {
  if (!input.evidence.seen(Facet::kJudges)) return;
  static const std::array<std::uint16_t, kRules> kDetectors = {
      detector_index("judged-steers-agent"), detector_index("judged-steers-in-schema"),
      detector_index("judged-asks-for-credentials"), detector_index("judged-origin-mismatch"),
      detector_index("judged-attention-words")};
  const JudgeView view = judge_view(input.evidence, input.surface);
  for (const JudgedTool& judged : view.tools) {
    Group models, embedded;
    for (const JudgementView& judgement : judged.judgements) {
      const JudgeSeat& seat = view.judges[judgement.judge];
      if (judgement.answered && seat.in_time) hear(judgement, seat.is_model ? models : embedded);
    }
    const ToolView& tool = input.surface.tools[judged.tool];
    const SubjectUnit* subject =
        tool_subject(input.text, input.surface.tools.size(), static_cast<std::int32_t>(tool.index));
    if (subject == nullptr) continue;
    const auto report = [&](Rule rule, std::uint32_t path, std::string_view quote) {
      const bool by_models = models.speaks(rule, 1), by_embedded = embedded.speaks(rule, kFewestAnswers);
      if (!by_models && !by_embedded) return false;
      const Group& who = by_models ? models : embedded;
      const std::string detail =
          fmt::format("{} of {} {}: {}", who.says[rule], who.answers,
                      by_models ? "language models" : "embedded judges", reason_clause(who.reasons[rule]));
      sink.add(kDetectors[rule], *subject, path, quote, by_models ? Confidence::kHigh : Confidence::kMedium,
               {.detail = detail});
      return true;
    };
    const std::string_view prose = tool.description.empty() ? tool.name : tool.description;
    // As with layer 1, what stands inside a schema is SAFE-T1501 and not E001 too.
    if (!report(kInSchema, member_path(input.text, *subject, "inputSchema"), tool.name)) {
      report(kSteers, role_path(input.text, *subject, TextRole::kDescription), prose);
    }
    report(kCredentials, role_path(input.text, *subject, TextRole::kDescription), prose);
    report(kOrigin, subject->path, prose);
    report(kAttention, role_path(input.text, *subject, TextRole::kDescription), prose);
  }
}

}  // namespace mcpjury
