#include "scan/deliberate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

#include "base/redact.h"
#include "base/utf8.h"
#include "judge/llm/model_panel.h"
#include "judge/rubric.h"
#include "model/aivss_vector.h"
#include "model/judge_view.h"
#include "model/live_view.h"
#include "scan/definition_order.h"

namespace mcpjury {
namespace {

constexpr std::size_t kReasonBytes = 300, kIdBytes = 200;
constexpr std::size_t kFactsPerTool = 64, kNotes = 16;
constexpr int kSteers = 40;  // from here on a judge calls an injection risky

std::string short_text(std::string_view text, std::size_t bytes) {
  return std::string(text.substr(0, char_edge(text, bytes)));
}

// What is known of the code behind each tool, by name.
class HandlerFacts {
 public:
  explicit HandlerFacts(const Evidence& evidence) {
    const JsonObject* source = facet_data(evidence, Facet::kSource);
    const JsonArray* facts = source != nullptr ? find_array(*source, "facts") : nullptr;
    if (facts == nullptr) return;
    for (const Json& item : *facts) {
      const JsonObject* fact = item.if_object();
      if (fact == nullptr) continue;
      const std::string_view tool = find_string(*fact, "tool");
      if (tool.empty()) continue;
      JsonObject& entry = by_tool_[std::string(tool)];
      if (entry.empty()) entry["facts"] = JsonArray{};
      JsonArray& list = entry["facts"].get_array();
      if (list.size() >= kFactsPerTool) continue;
      list.push_back(
          JsonObject{{"fact", find_string(*fact, "fact")}, {"confidence", find_string(*fact, "confidence")}});
    }
  }

  const JsonObject* of(std::string_view tool) const {
    const auto found = by_tool_.find(tool);
    return found == by_tool_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, JsonObject, std::less<>> by_tool_;
};

std::vector<JudgedUnit> units_of(const Evidence& evidence, const Surface& surface,
                                 const HandlerFacts& facts) {
  const TransportView transport = transport_view(evidence);
  std::vector<JudgedUnit> units;
  units.reserve(surface.tools.size());
  for (const ToolView& tool : surface.tools) {
    JudgedUnit unit;
    unit.tool_name = tool.name;
    unit.tool = tool.object;
    unit.server_name = surface.server_name;
    unit.host = transport.host;
    unit.instructions = surface.instructions;
    unit.source = facts.of(tool.name);
    units.push_back(unit);
  }
  return units;
}

int injection_of(const Judgement& judgement) {
  const auto vector = parse_aivss(judgement.answers[0].vector);
  return judgement.answered && vector ? aivss_tenths(*vector) : 0;
}

// Embedded judges say that a tool steers, not where. What no longer steers without its schemas stood in them.
void find_place(std::span<const std::unique_ptr<Judge>> judges, const JudgedUnit& unit,
                std::vector<Judgement>& judgements) {
  const auto steer = [](const Judgement& judgement) { return injection_of(judgement) >= kSteers; };
  if (unit.tool == nullptr || std::count_if(judgements.begin(), judgements.end(), steer) * 2 <=
                                  static_cast<std::ptrdiff_t>(judgements.size())) {
    return;
  }
  JsonObject bare = *unit.tool;
  bare.erase("inputSchema");
  bare.erase("outputSchema");
  JudgedUnit without = unit;
  without.tool = &bare;
  for (std::size_t i = 0; i < judges.size(); ++i) {
    if (steer(judgements[i]) && !steer(judges[i]->judge(without)))
      judgements[i].signs |= bit_of(JudgedSign::kInSchema);
  }
}

// An answer whose vectors cannot be read is none, whoever gave it.
void settle(Judgement& judgement) {
  if (!judgement.answered) {
    if (judgement.why_not.empty()) judgement.why_not = "no_answer";
    return;
  }
  for (const RubricAnswer& answer : judgement.answers) {
    if (parse_aivss(answer.vector)) continue;
    judgement.answered = false;
    judgement.why_not = "invalid_answer";
  }
}

std::string_view state_of(const Judgement& judgement) {
  if (judgement.answered) return "answered";
  const std::string_view why = judgement.why_not;
  if (why == "timeout" || why == "no_time") return "timeout";
  if (why == "canary") return "voided";
  constexpr std::string_view kErrors[] = {"unreachable", "tls",       "refused_address",  "redirect",
                                          "html",        "truncated", "too_large_answer", "gave_up"};
  const bool error =
      why.starts_with("http_") || std::find(std::begin(kErrors), std::end(kErrors), why) != std::end(kErrors);
  return error ? "error" : "abstained";
}

JsonObject judgement_json(const JudgeIdentity& judge, const Judgement& judgement) {
  JsonObject out{{"judge", short_text(judge.id, kIdBytes)}, {"state", state_of(judgement)}};
  if (!judgement.answer_sha256.empty()) out["answer_sha256"] = short_text(judgement.answer_sha256, 64);
  if (!judgement.answered) {
    out["why_not"] = short_text(redact(judgement.why_not), kReasonBytes);
    return out;
  }
  JsonObject vectors, reasons;
  for (std::size_t i = 0; i < kRubricQuestions; ++i) {
    vectors[kJudgeQuestionNames[i]] = judgement.answers[i].vector;
    if (!judgement.answers[i].reason.empty()) {
      reasons[kJudgeQuestionNames[i]] = short_text(redact(judgement.answers[i].reason), kReasonBytes);
    }
  }
  out["vectors"] = std::move(vectors);
  if (!reasons.empty()) out["reasons"] = std::move(reasons);
  JsonArray signs;
  for (std::size_t i = 0; i < kJudgedSigns; ++i) {
    if (((judgement.signs >> i) & 1u) != 0) signs.emplace_back(kJudgeSignNames[i]);
  }
  if (!signs.empty()) out["signs"] = std::move(signs);
  return out;
}

// One seat and what was said from it, tool by tool.
struct Heard {
  JudgeIdentity identity;
  std::vector<Judgement> judgements;
  ModelTally tally;
  LayerTwo layer_two{true, {}};
};

JsonObject seat_json(const Heard& heard) {
  const JudgeIdentity& judge = heard.identity;
  std::uint64_t answered = 0, abstained = 0, errors = 0;
  for (const Judgement& judgement : heard.judgements) {
    const std::string_view state = state_of(judgement);
    ++(state == "answered" ? answered : state == "error" || state == "timeout" ? errors : abstained);
  }
  JsonObject out{{"id", short_text(judge.id, kIdBytes)}, {"kind", name_of(judge.kind)}};
  if (!judge.model.empty()) out["model"] = short_text(judge.model, kIdBytes);
  if (!judge.provider.empty()) out["provider"] = short_text(judge.provider, kIdBytes);
  if (!judge.prompt_sha256.empty()) out["prompt_sha256"] = short_text(judge.prompt_sha256, 64);
  out["answered"] = answered;
  out["abstained"] = abstained;
  out["errors"] = errors;
  if (judge.kind != JudgeKind::kModel) return out;
  out["requests"] = heard.tally.requests;
  out["tokens_in"] = heard.tally.tokens_in;
  out["tokens_out"] = heard.tally.tokens_out;
  out["bytes_sent"] = heard.tally.bytes_sent;
  JsonArray notes;
  for (const std::string& note : heard.tally.notes) {
    if (notes.size() < kNotes) notes.emplace_back(short_text(note, kReasonBytes));
  }
  if (!notes.empty()) out["notes"] = std::move(notes);
  if (!heard.tally.cost.empty()) out["cost"] = short_text(heard.tally.cost, 64);
  JsonObject layer{{"used", heard.layer_two.used}};
  if (!heard.layer_two.why_not.empty())
    layer["why_not"] = short_text(redact(heard.layer_two.why_not), kReasonBytes);
  out["layer_two"] = std::move(layer);
  return out;
}

std::vector<Heard> hear_models(ModelPanel& models, std::span<const JudgedUnit> units) {
  std::vector<Heard> out;
  ModelRun run = models.run(units);
  for (std::size_t i = 0; i < models.identities().size(); ++i) {
    Heard heard{models.identities()[i], {}, {}, {}};
    if (i < run.judgements.size()) heard.judgements = std::move(run.judgements[i]);
    heard.judgements.resize(units.size());
    if (i < run.tallies.size()) heard.tally = std::move(run.tallies[i]);
    if (i < run.layer_two.size()) heard.layer_two = std::move(run.layer_two[i]);
    out.push_back(std::move(heard));
  }
  return out;
}

void hear_embedded(std::span<const std::unique_ptr<Judge>> judges, std::span<const JudgedUnit> units,
                   std::vector<Heard>& out) {
  const std::size_t first = out.size();
  for (const auto& judge : judges) out.push_back({judge->identity(), {}, {}, {true, {}}});
  for (const JudgedUnit& unit : units) {
    std::vector<Judgement> judgements;
    for (const auto& judge : judges) judgements.push_back(judge->judge(unit));
    find_place(judges, unit, judgements);
    for (std::size_t i = 0; i < judges.size(); ++i)
      out[first + i].judgements.push_back(std::move(judgements[i]));
  }
}

}  // namespace

Jury::Jury() = default;
Jury::Jury(Jury&&) noexcept = default;
Jury& Jury::operator=(Jury&&) noexcept = default;
Jury::~Jury() = default;

Jury embedded_jury() {
  Jury jury;
  jury.embedded = embedded_judges();
  return jury;
}

Result<Jury> make_jury(const JuryOptions& options) {
  if (options.models.empty()) return embedded_jury();
  if (options.models.size() > kMostModels) {
    return Error{ErrorCode::kUsage, fmt::format("--judge: at most {} language models", kMostModels)};
  }
  ModelJudgeOptions asking;
  asking.offline = options.offline;
  asking.key_env = options.key_env;
  asking.target = options.target;
  asking.tell = options.tell;
  if (options.unit_seconds > 0) {
    asking.unit_time = Milliseconds(static_cast<std::int64_t>(options.unit_seconds * 1000));
  }
  if (options.concurrency > 0) asking.concurrency = static_cast<std::size_t>(options.concurrency);
  if (!options.prices.empty()) {
    auto prices = parse_model_prices(options.prices);
    if (!prices) return prices.error();
    asking.prices = *prices;
  }
  auto models = ModelPanel::open(options.models, std::move(asking));
  if (!models) return models.error();
  Jury jury = embedded_jury();
  const std::size_t taken = std::min(kJurySeats, options.models.size());
  if (jury.embedded.size() > kJurySeats - taken) jury.embedded.resize(kJurySeats - taken);
  jury.models = std::move(*models);
  return jury;
}

void deliberate(Evidence& evidence, Jury& jury, const Limits& limits) {
  FacetRecord& facet = evidence.facet(Facet::kJudges);
  order_definition(evidence);
  const JsonObject* definition = facet_data(evidence, Facet::kDefinition);
  const Surface surface = definition != nullptr ? make_surface(*definition, limits) : Surface();
  if (surface.tools.empty()) {
    facet = {FacetState::kCouldNotSee, "there is no tool to judge", {}};
    return;
  }
  const HandlerFacts facts(evidence);
  const std::vector<JudgedUnit> units = units_of(evidence, surface, facts);
  std::vector<Heard> heard;
  if (jury.models != nullptr) heard = hear_models(*jury.models, units);
  hear_embedded(jury.embedded, units, heard);
  for (Heard& one : heard) {
    for (Judgement& judgement : one.judgements) settle(judgement);
  }
  JsonArray judges, tools;
  for (const Heard& one : heard) judges.push_back(seat_json(one));
  tools.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    JsonArray judgements;
    judgements.reserve(heard.size());
    for (const Heard& one : heard) judgements.push_back(judgement_json(one.identity, one.judgements[i]));
    tools.push_back(JsonObject{{"tool", units[i].tool_name},
                               {"index", surface.tools[i].index},
                               {"judgements", std::move(judgements)}});
  }
  facet = {FacetState::kSeen,
           {},
           JsonObject{{"mode", "deep"},
                      {"rubric_version", kRubricVersion},
                      {"rubric_sha256", rubric_sha256()},
                      {"judges", std::move(judges)},
                      {"tools", std::move(tools)}}};
}

}  // namespace mcpjury
