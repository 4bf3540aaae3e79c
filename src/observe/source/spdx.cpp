#include "observe/source/spdx.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace mcpjury {
namespace {

constexpr std::size_t kMaxExpression = 1000;
constexpr std::size_t kMaxIds = 30;
constexpr int kMaxDepth = 20;

struct Known {
  std::string_view id;
  LicenceFamily family;
};
constexpr auto kP = LicenceFamily::kPermissive;
constexpr auto kW = LicenceFamily::kWeakCopyleft;
constexpr auto kS = LicenceFamily::kStrongCopyleft;
constexpr auto kR = LicenceFamily::kRestricted;
constexpr std::array kKnown = {
    Known{"MIT", kP},
    Known{"Apache-2.0", kP},
    Known{"ISC", kP},
    Known{"BSD-3-Clause", kP},
    Known{"BSD-2-Clause", kP},
    Known{"0BSD", kP},
    Known{"MIT-0", kP},
    Known{"Unlicense", kP},
    Known{"CC0-1.0", kP},
    Known{"WTFPL", kP},
    Known{"Zlib", kP},
    Known{"BSL-1.0", kP},
    Known{"Artistic-2.0", kP},
    Known{"PSF-2.0", kP},
    Known{"Python-2.0", kP},
    Known{"BlueOak-1.0.0", kP},
    Known{"BSD-4-Clause", kP},
    Known{"Apache-1.1", kP},
    Known{"AFL-2.1", kP},
    Known{"AFL-3.0", kP},
    Known{"X11", kP},
    Known{"NCSA", kP},
    Known{"PostgreSQL", kP},
    Known{"MulanPSL-2.0", kP},
    Known{"Unicode-3.0", kP},
    Known{"Unicode-DFS-2016", kP},
    Known{"OpenSSL", kP},
    Known{"CC-BY-3.0", kP},
    Known{"CC-BY-4.0", kP},
    Known{"Artistic-1.0", kP},
    Known{"UPL-1.0", kP},
    Known{"HPND", kP},
    Known{"BSD", kP},
    Known{"MS-PL", kP},
    Known{"Ruby", kP},
    Known{"curl", kP},
    Known{"MPL-2.0", kW},
    Known{"MPL-1.1", kW},
    Known{"EPL-1.0", kW},
    Known{"EPL-2.0", kW},
    Known{"LGPL-2.0", kW},
    Known{"LGPL-2.1", kW},
    Known{"LGPL-3.0", kW},
    Known{"CDDL-1.0", kW},
    Known{"CDDL-1.1", kW},
    Known{"CC-BY-SA-4.0", kW},
    Known{"CC-BY-SA-3.0", kW},
    Known{"EUPL-1.1", kW},
    Known{"EUPL-1.2", kW},
    Known{"OSL-3.0", kS},
    Known{"GPL-1.0", kS},
    Known{"GPL-2.0", kS},
    Known{"GPL-3.0", kS},
    Known{"AGPL-1.0", kS},
    Known{"AGPL-3.0", kS},
    Known{"SSPL-1.0", kR},
    Known{"BUSL-1.1", kR},
    Known{"Elastic-2.0", kR},
    Known{"CC-BY-NC-4.0", kR},
    Known{"CC-BY-NC-SA-4.0", kR},
    Known{"CC-BY-NC-ND-4.0", kR},
    Known{"CC-BY-ND-4.0", kR},
    Known{"FSL-1.1-MIT", kR},
    Known{"FSL-1.1-ALv2", kR},
    Known{"PolyForm-Noncommercial-1.0.0", kR},
    Known{"PolyForm-Shield-1.0.0", kR},
    Known{"PolyForm-Small-Business-1.0.0", kR},
};

struct Spelling {
  std::string_view written, id;
};
// In lower case without blanks, dashes and commas.
constexpr std::array kSpellings = {
    Spelling{"apache2.0", "Apache-2.0"},
    Spelling{"apache2", "Apache-2.0"},
    Spelling{"apache", "Apache-2.0"},
    Spelling{"apachelicense2.0", "Apache-2.0"},
    Spelling{"apachelicenseversion2.0", "Apache-2.0"},
    Spelling{"apachesoftwarelicense", "Apache-2.0"},
    Spelling{"mitlicense", "MIT"},
    Spelling{"themitlicense", "MIT"},
    Spelling{"expat", "MIT"},
    Spelling{"bsd3", "BSD-3-Clause"},
    Spelling{"bsd3clause", "BSD-3-Clause"},
    Spelling{"newbsd", "BSD-3-Clause"},
    Spelling{"bsd2", "BSD-2-Clause"},
    Spelling{"bsd2clause", "BSD-2-Clause"},
    Spelling{"bsdlicense", "BSD"},
    Spelling{"isclicense", "ISC"},
    Spelling{"gplv3", "GPL-3.0"},
    Spelling{"gpl3", "GPL-3.0"},
    Spelling{"gplv2", "GPL-2.0"},
    Spelling{"gpl2", "GPL-2.0"},
    Spelling{"agplv3", "AGPL-3.0"},
    Spelling{"agpl3", "AGPL-3.0"},
    Spelling{"lgplv3", "LGPL-3.0"},
    Spelling{"lgpl3", "LGPL-3.0"},
    Spelling{"mpl2.0", "MPL-2.0"},
    Spelling{"mpl2", "MPL-2.0"},
    Spelling{"theunlicense", "Unlicense"},
    Spelling{"publicdomain", "CC0-1.0"},
    Spelling{"cc0", "CC0-1.0"},
};

std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kMaxExpression)) {
    if (c == ' ' || c == '-' || c == ',' || c == '_') continue;
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

std::string_view without_suffix(std::string_view id) {
  for (const std::string_view suffix : {"-only", "-or-later", "+"}) {
    if (id.ends_with(suffix)) return id.substr(0, id.size() - suffix.size());
  }
  return id;
}

// expression = term {("AND" | "OR") term}; term = id ["WITH" id] | "(" expression ")"
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  SpdxExpression parse() {
    SpdxExpression out;
    if (rest_.size() > kMaxExpression) return out;
    out.valid = expression(out, 0) && word().empty() && !out.ids.empty();
    return out;
  }

 private:
  std::string_view word() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0)
      rest_.remove_prefix(1);
    if (rest_.empty()) return {};
    std::size_t size = 1;
    if (rest_.front() != '(' && rest_.front() != ')')
      size = std::min(rest_.find_first_of(" \t\n()"), rest_.size());
    return rest_.substr(0, size);
  }
  void take(std::string_view word) { rest_.remove_prefix(word.size()); }
  static bool is(std::string_view word, std::string_view wanted) {
    return plain(word) == plain(wanted) && word.size() == wanted.size();
  }

  bool expression(SpdxExpression& out, int depth) {
    if (!term(out, depth)) return false;
    for (;;) {
      const std::string_view next = word();
      if (!is(next, "AND") && !is(next, "OR")) return true;
      out.choice = out.choice || is(next, "OR");
      take(next);
      if (!term(out, depth)) return false;
    }
  }

  bool term(SpdxExpression& out, int depth) {
    const std::string_view first = word();
    if (first.empty() || first == ")" || depth > kMaxDepth || out.ids.size() >= kMaxIds) return false;
    take(first);
    if (first == "(") {
      if (!expression(out, depth + 1) || word() != ")") return false;
      rest_.remove_prefix(1);
      return true;
    }
    const bool id = std::all_of(first.begin(), first.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '+' || c == ':';
    });
    if (!id || is(first, "AND") || is(first, "OR") || is(first, "WITH")) return false;
    const std::string_view known = known_licence(first);
    out.ids.emplace_back(known.empty() ? first : known);
    if (const std::string_view with = word(); is(with, "WITH")) {
      take(with);
      const std::string_view exception = word();
      if (exception.empty() || exception == "(" || exception == ")") return false;
      take(exception);
    }
    return true;
  }

  std::string_view rest_;
};

}  // namespace

SpdxExpression parse_spdx(std::string_view text) {
  SpdxExpression out = Parser(text).parse();
  if (out.valid) return out;
  // Not an expression, but a usual way to write one licence: "Apache License, Version 2.0".
  if (const std::string_view known = known_licence(text); !known.empty())
    out = {true, {std::string(known)}, false};
  return out;
}

std::string_view known_licence(std::string_view id) {
  const std::string_view bare = without_suffix(id);
  const std::string wanted = plain(bare);
  for (const Known& one : kKnown) {
    if (plain(one.id) == wanted) return one.id;
  }
  const auto* spelling = std::find_if(kSpellings.begin(), kSpellings.end(),
                                      [&](const Spelling& one) { return one.written == wanted; });
  return spelling == kSpellings.end() ? std::string_view() : spelling->id;
}

LicenceFamily family_of(std::string_view id) {
  const std::string_view known = known_licence(id);
  const auto* place =
      std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& one) { return one.id == known; });
  return known.empty() || place == kKnown.end() ? LicenceFamily::kUnknown : place->family;
}

bool same_licence(std::string_view a, std::string_view b) {
  const std::string_view first = known_licence(a), second = known_licence(b);
  if (first.empty() || second.empty()) return plain(without_suffix(a)) == plain(without_suffix(b));
  if (first == "BSD" || second == "BSD") return first.starts_with("BSD") && second.starts_with("BSD");
  return first == second;
}

}  // namespace mcpjury
