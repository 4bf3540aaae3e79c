// The evaluation algorithm of the OSV schema: a version is affected when it is listed, or when the events of
// a range, walked in order of version, leave it vulnerable.
#include <algorithm>
#include <optional>

#include "packages/osv.h"
#include "packages/semver.h"
#include "packages/version_text.h"

namespace mcpjury {
namespace {

using versions::Semver;

std::string_view base_ecosystem(std::string_view name) { return name.substr(0, name.find(':')); }

// Some records write "1.2" where the ecosystem wants three numbers, and tags have a "v" in front.
std::optional<Semver> loose_semver(std::string_view text) {
  text = versions::trim(text);
  while (!text.empty() && (text.front() == 'v' || text.front() == '=')) text.remove_prefix(1);
  return versions::parse_semver(text, 1);
}

// Compares versions of one package as its ecosystem says, or the type of the range where we know no more.
class Order {
 public:
  Order(std::string_view ecosystem, std::string_view range_type)
      : ecosystem_(ecosystem_from(ecosystem)),
        semver_(ecosystem_ == Ecosystem::kNpm || ecosystem_ == Ecosystem::kCrates ||
                (ecosystem_ == Ecosystem::kOther &&
                 (range_type == "SEMVER" || ecosystem == "GitHub Actions" || ecosystem == "Hex" ||
                  ecosystem == "Pub" || ecosystem == "SwiftURL"))) {}

  std::optional<int> compare(std::string_view a, std::string_view b) const {
    if (!semver_) return compare_versions(ecosystem_, a, b);
    if (a.size() > versions::kMaxVersionText || b.size() > versions::kMaxVersionText) return std::nullopt;
    const auto left = loose_semver(a), right = loose_semver(b);
    if (!left || !right) return std::nullopt;
    return versions::compare_semver(*left, *right);
  }

 private:
  Ecosystem ecosystem_;
  bool semver_;
};

bool names_package(const OsvAffected& affected, std::string_view ecosystem, std::string_view name) {
  if (base_ecosystem(affected.ecosystem) != base_ecosystem(ecosystem)) return false;
  const Ecosystem known = ecosystem_from(ecosystem);
  return normal_name(known, affected.name) == normal_name(known, name);
}

// The next number of the text that is not 0, without leading zeros; empty at the end. What follows a "+" is
// left out, because most ecosystems do not compare it.
std::string_view next_nonzero(std::string_view& text) {
  while (!text.empty() && text.front() != '+' && (!versions::is_digit(text.front()) || text.front() == '0')) {
    text.remove_prefix(1);
  }
  if (text.empty() || text.front() == '+') return {};
  return versions::take_digits(text);
}

// Lists have up to 20,000 versions, and equal versions have the same numbers however they are spelled: the
// costly comparison is for those only. (In Composer a number behind "stable" says nothing; no list writes
// it.)
bool may_be_equal(std::string_view a, std::string_view b) {
  for (;;) {
    const std::string_view left = next_nonzero(a), right = next_nonzero(b);
    if (left != right) return false;
    if (left.empty()) return true;
  }
}

bool is_listed(const OsvAffected& affected, std::string_view version, const Order& order) {
  for (const auto& listed : affected.versions) {
    if (listed == version) return true;
    if (may_be_equal(listed, version) && order.compare(listed, version) == 0) return true;
  }
  return false;
}

// One event, with where it stands to the version in question: -1 when the event is above, 0 at it, 1 below.
struct Placed {
  const OsvEvent* event;
  int version_to_event;
};

std::optional<std::vector<Placed>> place_events(const OsvAffected::Range& range, std::string_view version,
                                                const Order& order) {
  std::vector<Placed> out;
  for (const auto& event : range.events) {
    if (event.type == OsvEvent::Type::kIntroduced && event.version == "0") {
      out.push_back({&event, 1});  // before every version, whatever the ecosystem
      continue;
    }
    if (event.type == OsvEvent::Type::kLimit && event.version == "*") continue;  // no limit
    const auto place = order.compare(version, event.version);
    if (!place) return std::nullopt;
    out.push_back({&event, *place});
  }
  return out;
}

bool before_limits(const std::vector<Placed>& events) {
  bool limited = false;
  for (const auto& [event, place] : events) {
    if (event->type != OsvEvent::Type::kLimit) continue;
    if (place < 0) return true;
    limited = true;
  }
  return !limited;
}

// Sorted by version; "0" comes before every version.
void sort_events(std::vector<Placed>& events, const Order& order) {
  const auto is_start = [](const Placed& placed) {
    return placed.event->type == OsvEvent::Type::kIntroduced && placed.event->version == "0";
  };
  std::stable_sort(events.begin(), events.end(), [&](const Placed& a, const Placed& b) {
    if (is_start(a) != is_start(b)) return is_start(a);
    if (is_start(a)) return false;
    const int compared = order.compare(a.event->version, b.event->version).value_or(0);
    return compared != 0 ? compared < 0 : a.event->type < b.event->type;
  });
}

// The end of the events from `begin` that stand at the same version.
std::size_t group_end(const std::vector<Placed>& sorted, std::size_t begin, const Order& order) {
  std::size_t end = begin + 1;
  while (end < sorted.size() && order.compare(sorted[begin].event->version, sorted[end].event->version) == 0)
    ++end;
  return end;
}

// Where one range ends and the next starts at the same version, nothing ends: the two events cancel out. The
// schema leaves their order open, and real records write adjoining ranges so.
bool is_vulnerable(const std::vector<Placed>& sorted, const Order& order) {
  bool vulnerable = false;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    end = group_end(sorted, begin, order);
    bool introduced = false, fixed = false, last = false;
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [event, place] = sorted[i];
      introduced = introduced || (event->type == OsvEvent::Type::kIntroduced && place >= 0);
      fixed = fixed || (event->type == OsvEvent::Type::kFixed && place >= 0);
      last = last || (event->type == OsvEvent::Type::kLastAffected && place > 0);
    }
    if (introduced != fixed) vulnerable = introduced;
    if (last) vulnerable = false;
  }
  return vulnerable;
}

struct Verdict {
  Affected affected = Affected::kNo;
  std::string fixed;
};

// The lowest fix above the version, of this range or the one found before.
void take_fix(const std::vector<Placed>& events, const Order& order, std::string& fixed) {
  for (const auto& [event, place] : events) {
    if (event->type != OsvEvent::Type::kFixed || place >= 0) continue;
    if (fixed.empty() || order.compare(event->version, fixed).value_or(0) < 0) fixed = event->version;
  }
}

Verdict judge(const OsvAffected& affected, std::string_view ecosystem, std::string_view version) {
  Verdict out;
  std::string other_fix;  // of ranges that do not hold the version, for versions that are only listed
  bool unknown = false, compared = false;
  const std::string_view base = base_ecosystem(ecosystem);
  for (const auto& range : affected.ranges) {
    if (range.type == "GIT") continue;  // commits say nothing of a published version
    compared = true;
    const Order order(base, range.type);
    auto events = place_events(range, version, order);
    if (!events || !order.compare(version, version)) {
      // "Every version" needs no comparing.
      const bool everything = range.events.size() == 1 && range.events[0].version == "0" &&
                              range.events[0].type == OsvEvent::Type::kIntroduced;
      if (everything) out.affected = Affected::kYes;
      unknown = unknown || !everything;
      continue;
    }
    sort_events(*events, order);
    if (before_limits(*events) && is_vulnerable(*events, order)) {
      out.affected = Affected::kYes;
      take_fix(*events, order, out.fixed);
    } else {
      take_fix(*events, order, other_fix);
    }
  }
  if (out.affected == Affected::kYes) return out;
  if (is_listed(affected, version, Order(base, ""))) return {Affected::kYes, other_fix};
  // An entry that only names commits leaves the question open.
  const bool says_nothing = !compared && affected.versions.empty();
  if (unknown || says_nothing) out.affected = Affected::kUnknown;
  return out;
}

}  // namespace

Affected is_affected(const OsvRecord& record, std::string_view ecosystem, std::string_view name,
                     std::string_view version, std::string* fixed) {
  if (fixed != nullptr) fixed->clear();
  if (!record.withdrawn.empty()) return Affected::kNo;
  Affected result = Affected::kNo;
  for (const auto& affected : record.affected) {
    if (!names_package(affected, ecosystem, name)) continue;
    Verdict verdict = judge(affected, ecosystem, version);
    if (verdict.affected == Affected::kYes) {
      if (fixed != nullptr) *fixed = std::move(verdict.fixed);
      return Affected::kYes;
    }
    if (verdict.affected == Affected::kUnknown) result = Affected::kUnknown;
  }
  return result;
}

}  // namespace mcpjury
