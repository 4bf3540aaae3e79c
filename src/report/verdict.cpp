#include "report/verdict.h"

#include <algorithm>

#include "report/numbers.h"
#include "report/shared.h"

namespace mcpjury {
namespace {

Word word_from(std::string_view name) {
  if (name == "stop") return Word::kStop;
  if (name == "caution") return Word::kCaution;
  return name == "allow" ? Word::kAllow : Word::kUnknown;
}

Word word_for(const ScanReport& report, std::string_view methodology) {
  for (const auto& [id, word] : report.agreement.verdicts) {
    if (id == methodology) return word_from(word);
  }
  return Word::kUnknown;
}

// Malice before weakness before what a tool may do by design: a reader must not take one for another.
bool is_worse(const Finding& a, const Finding& b) {
  if (a.severity != b.severity) return a.severity > b.severity;
  return detector_of(a).kind < detector_of(b).kind;
}

class Choice {
 public:
  explicit Choice(const ScanReport& report) : report_(report) {}

  void offer(const std::vector<std::uint32_t>& findings) {
    for (const std::uint32_t index : findings) {
      if (index >= report_.findings.size()) continue;
      if (!best_ || is_worse(report_.findings[index], report_.findings[*best_])) best_ = index;
    }
  }
  std::optional<std::uint32_t> best() const { return best_; }

 private:
  const ScanReport& report_;
  std::optional<std::uint32_t> best_;
};

template <class R>
void offer_deciding(const R& result, Choice& choice) {
  for (const Contribution& one : result.contributions) {
    if (one.points != 0) choice.offer(one.findings);
  }
}

void offer_deciding(const AivssResult& result, Choice& choice) {
  for (const Contribution& one : result.contributions) {
    if (one.points == result.aivss) choice.offer(one.findings);
  }
}

void offer_deciding(const AmpelResult& result, Choice& choice) {
  for (const AmpelCritical& critical : result.criticals) choice.offer(critical.findings);
  if (choice.best()) return;
  for (const Contribution& one : result.contributions) choice.offer(one.findings);
}

// A hard fail decides alone.
void offer_deciding(const AgentReserveResult& result, Choice& choice) {
  for (const AgentReserveRule& rule : result.rules) {
    if (rule.hard_fail && rule.state == RuleState::kFail) choice.offer(rule.findings);
  }
  if (choice.best()) return;
  for (const Contribution& one : result.contributions) choice.offer(one.findings);
}

// A sentence as the end of another one. A name it begins with keeps its spelling.
std::string clause(std::string_view sentence, std::string_view name = {}) {
  std::string out(sentence);
  while (!out.empty() && (out.back() == '.' || out.back() == ' ')) out.pop_back();
  if (!name.empty() && sentence.substr(0, name.size()) == name) return out;
  const bool acronym = out.size() > 1 && out[1] >= 'A' && out[1] <= 'Z';
  if (!out.empty() && out[0] >= 'A' && out[0] <= 'Z' && !acronym)
    out[0] = static_cast<char>(out[0] - 'A' + 'a');
  return out;
}

std::string reason_of(const ScanReport& report, const Verdict& verdict) {
  if (verdict.finding) {
    const Finding& finding = report.findings[*verdict.finding];
    return clause(finding.message.empty() ? detector_of(finding).title : std::string_view(finding.message),
                  finding.subject.name);
  }
  if (verdict.word == Word::kAllow) return "no finding asks for a stop or a second look";
  if (verdict.methodology == "agentreserve") {
    return clause(report.assessments.agentreserve.at(report.strictness).verdict_reason);
  }
  if (verdict.word != Word::kUnknown) return "the score alone asks for it";
  return verdict.incomplete.empty() ? "too little was seen to judge" : "nothing could be judged";
}

}  // namespace

std::string_view display_of(Word word) {
  switch (word) {
    case Word::kStop:
      return "STOP";
    case Word::kCaution:
      return "CAUTION";
    case Word::kAllow:
      return "NO BLOCKING EVIDENCE";
    case Word::kUnknown:
      break;
  }
  return "UNKNOWN";
}

Verdict verdict_of(const ScanReport& report, const RenderOptions& options) {
  Verdict out;
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id)) return;
    // Ampel is partial on every target without sources; that is told as coverage, not as incompleteness.
    if (out.incomplete.empty() && assessed.state == RunState::kIncomplete && id != "ampel") {
      out.incomplete = assessed.reason;
    }
    out.word = std::max(out.word, word_for(report, id));
  });
  if (report.surface.tools.empty()) {
    const std::string& why = report.evidence.facet(Facet::kDefinition).reason;
    out.incomplete = report.surface.tools_listed || why.empty() ? "0 tools" : why;
  }

  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id) || word_for(report, id) != out.word) return;
    Choice choice(report);
    if (out.word == Word::kStop || out.word == Word::kCaution) {
      offer_deciding(assessed.at(report.strictness), choice);
    }
    const auto found = choice.best();
    const bool better =
        found && (!out.finding || is_worse(report.findings[*found], report.findings[*out.finding]));
    if (out.methodology.empty() || better) {
      out.methodology = id;
      if (found) out.finding = found;
    }
  });
  out.reason = reason_of(report, out);
  return out;
}

}  // namespace mcpjury
