#include "model/judge_view.h"

#include <algorithm>
#include <map>
#include <optional>

#include "model/aivss_vector.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

std::uint64_t count_of(const JsonObject& from, std::string_view key) {
  const auto number = find_number(from, key);
  return number && *number > 0 ? static_cast<std::uint64_t>(*number) : 0;
}

JudgeSeat seat_of(const JsonObject& from) {
  JudgeSeat seat;
  seat.id = find_string(from, "id");
  seat.kind = find_string(from, "kind");
  seat.model = find_string(from, "model");
  seat.provider = find_string(from, "provider");
  seat.prompt_sha256 = find_string(from, "prompt_sha256");
  seat.cost = find_string(from, "cost");
  seat.notes = find_array(from, "notes");
  seat.is_model = seat.kind == "model";
  seat.requests = count_of(from, "requests");
  seat.tokens_in = count_of(from, "tokens_in");
  seat.tokens_out = count_of(from, "tokens_out");
  seat.bytes_sent = count_of(from, "bytes_sent");
  if (const JsonObject* layer = find_object(from, "layer_two")) {
    seat.in_time = find_flag(*layer, "used").value_or(false);
    seat.late_because = find_string(*layer, "why_not");
  }
  return seat;
}

std::uint8_t signs_of(const JsonObject& from) {
  std::uint8_t signs = 0;
  const JsonArray* list = find_array(from, "signs");
  if (list == nullptr) return signs;
  for (const Json& item : *list) {
    if (!item.is_string()) continue;
    const std::string_view name(item.get_string().data(), item.get_string().size());
    for (std::size_t i = 0; i < kJudgeSignNames.size(); ++i) {
      if (kJudgeSignNames[i] == name) signs = static_cast<std::uint8_t>(signs | (1u << i));
    }
  }
  return signs;
}

// False: one of the four is missing or cannot be read.
bool read_vectors(const JsonObject& from, JudgementView& out) {
  const JsonObject* vectors = find_object(from, "vectors");
  if (vectors == nullptr) return false;
  for (std::size_t i = 0; i < kJudgeQuestions; ++i) {
    out.vectors[i] = find_string(*vectors, kJudgeQuestionNames[i]);
    const auto vector = parse_aivss(out.vectors[i]);
    if (!vector) return false;
    out.scores[i] = aivss_tenths(*vector);
    out.score = std::max(out.score, out.scores[i]);
  }
  return true;
}

JudgementView judgement_of(const JsonObject& from, std::uint16_t judge) {
  JudgementView out;
  out.judge = judge;
  out.state = find_string(from, "state");
  out.why_not = find_string(from, "why_not");
  out.answer_sha256 = find_string(from, "answer_sha256");
  if (out.state != "answered") {
    if (out.state.empty()) out.state = "abstained";
    return out;
  }
  if (!read_vectors(from, out)) {
    JudgementView none;
    none.judge = judge;
    none.state = "abstained";
    none.why_not = "invalid_answer";
    return none;
  }
  out.answered = true;
  out.signs = signs_of(from);
  if (const JsonObject* reasons = find_object(from, "reasons")) {
    for (std::size_t i = 0; i < kJudgeQuestions; ++i)
      out.reasons[i] = find_string(*reasons, kJudgeQuestionNames[i]);
  }
  return out;
}

class Reader {
 public:
  Reader(JudgeView& view, const Surface& surface) : view_(view), surface_(surface) {
    for (std::size_t i = 0; i < view.judges.size(); ++i)
      seats_.emplace(view.judges[i].id, static_cast<std::uint16_t>(i));
    for (std::size_t i = 0; i < surface.tools.size(); ++i) names_.emplace(surface.tools[i].name, i);
  }

  void take(const JsonObject& entry) {
    const auto tool = tool_of(entry);
    if (!tool || taken_.size() <= *tool || taken_[*tool]) return;
    taken_[*tool] = true;
    JudgedTool judged;
    judged.tool = static_cast<std::uint32_t>(*tool);
    if (const JsonArray* list = find_array(entry, "judgements")) {
      for (const Json& item : *list) {
        if (const JsonObject* from = item.if_object()) take_judgement(*from, judged);
      }
    }
    view_.tools.push_back(std::move(judged));
  }

 private:
  // By its place in the list when the name agrees, since two tools may have one name; else by name.
  std::optional<std::size_t> tool_of(const JsonObject& entry) const {
    const std::string_view name = find_string(entry, "tool");
    if (const auto index = find_number(entry, "index"); index && *index >= 0) {
      const auto wanted = static_cast<std::uint64_t>(*index);
      const auto found =
          std::lower_bound(surface_.tools.begin(), surface_.tools.end(), wanted,
                           [](const ToolView& tool, std::uint64_t at) { return tool.index < at; });
      if (found != surface_.tools.end() && found->index == wanted && found->name == name) {
        return static_cast<std::size_t>(found - surface_.tools.begin());
      }
    }
    const auto found = names_.find(name);
    if (found == names_.end()) return std::nullopt;
    return found->second;
  }

  void take_judgement(const JsonObject& from, JudgedTool& judged) {
    const auto seat = seats_.find(find_string(from, "judge"));
    if (seat == seats_.end()) return;
    const bool spoke = std::any_of(judged.judgements.begin(), judged.judgements.end(),
                                   [&](const JudgementView& known) { return known.judge == seat->second; });
    if (spoke) return;
    const JudgementView judgement = judgement_of(from, seat->second);
    JudgeSeat& judge = view_.judges[seat->second];
    if (judgement.answered) {
      ++judge.answered;
    } else if (judgement.state == "error" || judgement.state == "timeout") {
      ++judge.errors;
    } else {
      ++judge.abstained;
    }
    judged.judgements.push_back(judgement);
  }

  JudgeView& view_;
  const Surface& surface_;
  std::map<std::string_view, std::uint16_t> seats_;
  std::map<std::string_view, std::size_t> names_;  // the first of each name
  std::vector<bool> taken_ = std::vector<bool>(surface_.tools.size());
};

}  // namespace

JudgeView judge_view(const Evidence& evidence, const Surface& surface) {
  JudgeView view;
  view.data = facet_data(evidence, Facet::kJudges);
  if (view.data == nullptr) return view;
  view.mode = find_string(*view.data, "mode");
  if (view.mode.empty()) view.mode = "deep";
  view.rubric_version = find_string(*view.data, "rubric_version");
  view.rubric_sha256 = find_string(*view.data, "rubric_sha256");
  if (const JsonArray* judges = find_array(*view.data, "judges")) {
    for (const Json& item : *judges) {
      const JsonObject* from = item.if_object();
      if (from == nullptr || view.judges.size() >= kMaxJudges) continue;
      const std::string_view id = find_string(*from, "id");
      const bool known = std::any_of(view.judges.begin(), view.judges.end(),
                                     [&](const JudgeSeat& seat) { return seat.id == id; });
      if (!known && !id.empty()) view.judges.push_back(seat_of(*from));
    }
  }
  Reader reader(view, surface);
  if (const JsonArray* tools = find_array(*view.data, "tools")) {
    for (const Json& item : *tools) {
      if (const JsonObject* entry = item.if_object()) reader.take(*entry);
    }
  }
  std::sort(view.tools.begin(), view.tools.end(),
            [](const JudgedTool& a, const JudgedTool& b) { return a.tool < b.tool; });
  for (JudgedTool& tool : view.tools) {
    std::sort(tool.judgements.begin(), tool.judgements.end(),
              [](const JudgementView& a, const JudgementView& b) { return a.judge < b.judge; });
  }
  return view;
}

}  // namespace mcpjury
