#include "model/mark_word.h"

#include <algorithm>

namespace mcpjury {
namespace {

enum MarkWord : std::size_t { kSaysUnknown, kSaysAllow, kSaysCaution, kSaysStop };  // places in kMarkWords

// The words of grade/agreement.cpp, from what the store keeps.
MarkWord word_of_mark(std::string_view methodology, const JsonObject& mark) {
  if (find_string(mark, "state") == "not_run") return kSaysUnknown;
  const std::string_view grade = find_string(mark, "grade");
  if (methodology == "agentreserve") {
    const std::string_view verdict = find_string(mark, "verdict");
    return verdict == "allow"    ? kSaysAllow
           : verdict == "review" ? kSaysCaution
           : verdict == "block"  ? kSaysStop
                                 : kSaysUnknown;
  }
  if (methodology == "ampel") {
    const std::string_view light = find_string(mark, "light");
    return light == "green"   ? kSaysAllow
           : light == "amber" ? kSaysCaution
           : light == "red"   ? kSaysStop
                              : kSaysUnknown;
  }
  if (methodology == "mcpbundles") {
    const std::string_view posture = find_string(mark, "posture");
    if (posture == "clean") return kSaysAllow;
    if (posture == "caution" || posture == "risky") return kSaysCaution;
    return posture == "dangerous" ? kSaysStop : kSaysUnknown;
  }
  if (grade == "A" || grade == "B") return kSaysAllow;
  if (grade == "C" || (grade == "D" && methodology == "tooltrust")) return kSaysCaution;
  return grade == "D" || grade == "F" ? kSaysStop : kSaysUnknown;
}

}  // namespace

std::string_view word_of_marks(const Json& marks) {
  std::size_t worst = kSaysUnknown;
  if (const JsonObject* object = marks.if_object()) {
    for (const auto& member : *object) {
      const JsonObject* mark = member.value().if_object();
      if (mark == nullptr) continue;
      worst = std::max<std::size_t>(
          worst, word_of_mark(std::string_view(member.key().data(), member.key().size()), *mark));
    }
  }
  return kMarkWords[worst];
}

}  // namespace mcpjury
