// Where the five verdicts differ, and through which findings. The numbers are never averaged; each
// verdict is only turned into one of four common words.
#include <algorithm>
#include <array>
#include <iterator>

#include "grade/grade.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostReasons = 10;

enum class Word { kUnknown, kAllow, kCaution, kStop };

std::string_view name_of(Word word) {
  switch (word) {
    case Word::kAllow:
      return "allow";
    case Word::kCaution:
      return "caution";
    case Word::kStop:
      return "stop";
    case Word::kUnknown:
      break;
  }
  return "unknown";
}

Word word_of(const AgentReserveResult& result) {
  if (result.verdict == "allow") return Word::kAllow;
  if (result.verdict == "review") return Word::kCaution;
  return result.verdict == "block" ? Word::kStop : Word::kUnknown;
}

Word word_of(const AmpelResult& result) {
  if (result.light == "green") return Word::kAllow;
  if (result.light == "amber") return Word::kCaution;
  return result.light == "red" ? Word::kStop : Word::kUnknown;
}

Word word_of(const AivssResult& result) {
  switch (result.grade) {
    case 'A':
    case 'B':
      return Word::kAllow;
    case 'C':
      return Word::kCaution;
    case 'D':
    case 'F':
      return Word::kStop;
    default:
      return Word::kUnknown;
  }
}

Word word_of(const McpBundlesResult& result) {
  if (result.posture == "clean") return Word::kAllow;
  if (result.posture == "caution" || result.posture == "risky") return Word::kCaution;
  return result.posture == "dangerous" ? Word::kStop : Word::kUnknown;
}

Word word_of(const ToolTrustResult& result) {
  switch (result.grade) {
    case 'A':
    case 'B':
      return Word::kAllow;
    case 'C':
    case 'D':
      return Word::kCaution;
    case 'F':
      return Word::kStop;
    default:
      return Word::kUnknown;
  }
}

using Indices = std::vector<std::uint32_t>;  // sorted, unique

void append(Indices& into, const Indices& more) { into.insert(into.end(), more.begin(), more.end()); }

template <class R>
void gather(const R& result, Indices& into) {
  for (const Contribution& contribution : result.contributions) {
    if (contribution.points != 0) append(into, contribution.findings);
  }
}

// The package is the maximum: only the findings that reach it made the verdict.
void gather(const AivssResult& result, Indices& into) {
  for (const Contribution& contribution : result.contributions) {
    if (contribution.points == result.aivss) append(into, contribution.findings);
  }
}

// An engine keeps its points or loses some; its findings are why it lost them.
void gather(const AmpelResult& result, Indices& into) {
  for (const Contribution& contribution : result.contributions) append(into, contribution.findings);
  for (const AmpelCritical& critical : result.criticals) append(into, critical.findings);
}

// A hard fail blocks whatever its weight.
void gather(const AgentReserveResult& result, Indices& into) {
  for (const Contribution& contribution : result.contributions) {
    if (contribution.points != 0) append(into, contribution.findings);
  }
  for (const AgentReserveRule& rule : result.rules) {
    if (rule.hard_fail && rule.state == RuleState::kFail) append(into, rule.findings);
  }
}

struct Voice {
  std::string_view methodology;
  Word word = Word::kUnknown;
  Indices findings;
};

template <class R>
Voice voice_of(std::string_view methodology, const Assessed<R>& assessed, Strictness strictness) {
  Voice voice{methodology, Word::kUnknown, {}};
  if (assessed.state == RunState::kNotRun) return voice;
  voice.word = word_of(assessed.at(strictness));
  gather(assessed.at(strictness), voice.findings);
  std::sort(voice.findings.begin(), voice.findings.end());
  voice.findings.erase(std::unique(voice.findings.begin(), voice.findings.end()), voice.findings.end());
  return voice;
}

// What the stricter one counted and the laxer one did not. Where both counted the same findings and
// only weigh them differently, those findings are the reason.
Indices reasons(const Voice& stricter, const Voice& laxer) {
  Indices only;
  std::set_difference(stricter.findings.begin(), stricter.findings.end(), laxer.findings.begin(),
                      laxer.findings.end(), std::back_inserter(only));
  if (only.empty()) only = stricter.findings;
  if (only.size() > kMostReasons) only.resize(kMostReasons);
  return only;
}

}  // namespace

Agreement compare_assessments(const Assessments& assessments, Strictness strictness) {
  const std::array<Voice, 5> voices = {
      voice_of("agentreserve", assessments.agentreserve, strictness),
      voice_of("ampel", assessments.ampel, strictness),
      voice_of("aivss", assessments.aivss, strictness),
      voice_of("mcpbundles", assessments.mcpbundles, strictness),
      voice_of("tooltrust", assessments.tooltrust, strictness),
  };
  Agreement agreement;
  agreement.verdicts.reserve(voices.size());
  for (const Voice& voice : voices) {
    agreement.verdicts.emplace_back(voice.methodology, name_of(voice.word));
  }
  for (std::size_t a = 0; a < voices.size(); ++a) {
    for (std::size_t b = a + 1; b < voices.size(); ++b) {
      const Voice& first = voices[a];
      const Voice& second = voices[b];
      if (first.word == second.word || first.word == Word::kUnknown || second.word == Word::kUnknown)
        continue;
      const bool first_stricter = first.word > second.word;
      Disagreement difference;
      difference.between = std::string(first.methodology) + "/" + std::string(second.methodology);
      difference.because = first_stricter ? reasons(first, second) : reasons(second, first);
      agreement.differences.push_back(std::move(difference));
    }
  }
  return agreement;
}

}  // namespace mcpjury
