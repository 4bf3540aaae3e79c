// Licence texts by their words. A text is folded to lower-case words with one blank between them, so that
// line breaks, comment signs and punctuation do not matter.
#include <algorithm>
#include <array>
#include <string>

#include "observe/source/spdx.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxText = 100'000;

struct LicenceText {
  std::string_view id;
  std::string_view has;    // words only this licence has, or that begin it
  std::string_view also;   // words it needs besides; empty: none
  std::string_view never;  // words of a near relative
};

// Relatives stand in order, the most specific first.
constexpr std::array kTexts = {
    LicenceText{"AGPL-3.0", "gnu affero general public license version 3", "", ""},
    LicenceText{"LGPL-3.0", "gnu lesser general public license version 3", "", ""},
    LicenceText{"LGPL-2.1", "gnu lesser general public license version 2 1", "", ""},
    LicenceText{"LGPL-2.0", "gnu library general public license version 2", "", ""},
    LicenceText{"GPL-3.0", "gnu general public license version 3", "", ""},
    LicenceText{"GPL-2.0", "gnu general public license version 2", "", ""},
    LicenceText{"SSPL-1.0", "server side public license version 1", "", ""},
    LicenceText{"BUSL-1.1", "business source license 1 1", "", ""},
    LicenceText{"Elastic-2.0", "elastic license 2 0", "", ""},
    LicenceText{"Elastic-2.0", "elastic license v2", "", ""},
    LicenceText{"FSL-1.1-MIT", "functional source license version 1 1 mit future license", "", ""},
    LicenceText{"FSL-1.1-ALv2", "functional source license version 1 1 alv2 future license", "", ""},
    LicenceText{"PolyForm-Noncommercial-1.0.0", "polyform noncommercial license 1 0 0", "", ""},
    LicenceText{"PolyForm-Shield-1.0.0", "polyform shield license 1 0 0", "", ""},
    LicenceText{"MPL-2.0", "mozilla public license version 2 0", "", ""},
    LicenceText{"MPL-1.1", "mozilla public license version 1 1", "", ""},
    LicenceText{"EPL-2.0", "eclipse public license v 2 0", "", ""},
    LicenceText{"EPL-1.0", "eclipse public license v 1 0", "", ""},
    LicenceText{"EUPL-1.2", "european union public licence v 1 2", "", ""},
    LicenceText{"CDDL-1.0", "common development and distribution license cddl version 1 0", "", ""},
    LicenceText{"Apache-2.0", "apache license version 2 0", "", ""},
    LicenceText{"Artistic-2.0", "the artistic license 2 0", "", ""},
    LicenceText{"CC0-1.0", "cc0 1 0 universal", "", ""},
    LicenceText{"CC-BY-NC-SA-4.0", "attribution noncommercial sharealike 4 0 international", "", ""},
    LicenceText{"CC-BY-NC-4.0", "attribution noncommercial 4 0 international", "", ""},
    LicenceText{"CC-BY-SA-4.0", "attribution sharealike 4 0 international", "", ""},
    LicenceText{"CC-BY-4.0", "creative commons attribution 4 0 international", "", ""},
    LicenceText{"BSL-1.0", "boost software license version 1 0", "", ""},
    LicenceText{"BSD-4-Clause", "redistribution and use in source and binary forms",
                "all advertising materials mentioning", ""},
    LicenceText{"BSD-3-Clause", "redistribution and use in source and binary forms",
                "endorse or promote products derived from", "all advertising materials"},
    LicenceText{"BSD-3-Clause", "redistribution and use in source and binary forms", "neither the name",
                "all advertising materials"},
    LicenceText{"BSD-2-Clause", "redistribution and use in source and binary forms", "",
                "endorse or promote"},
    LicenceText{"MIT-0", "permission is hereby granted free of charge to any person obtaining a copy",
                "the software is provided as is", "notice and this permission notice"},
    LicenceText{"MIT", "permission is hereby granted free of charge to any person", "", ""},
    LicenceText{"0BSD", "distribute this software for any purpose with or without fee is hereby granted",
                "the software is provided as is", "provided that the above copyright notice"},
    LicenceText{"ISC", "permission to use copy modify and or distribute this software",
                "above copyright notice", ""},
    LicenceText{
        "ISC",
        "permission to use copy modify and distribute this software for any purpose with or without fee", "",
        ""},
    LicenceText{"Unlicense", "this is free and unencumbered software released into the public domain", "",
                ""},
    LicenceText{"WTFPL", "do what the fuck you want to public license", "", ""},
    LicenceText{"Zlib",
                "this software is provided as is without any express or implied warranty in no event will "
                "the authors",
                "", ""},
    LicenceText{"PSF-2.0", "python software foundation license version 2", "", ""},
    LicenceText{"MulanPSL-2.0", "mulan permissive software license version 2", "", ""},
};

std::string words_of(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kMaxText)) {
    const bool digit = c >= '0' && c <= '9', small = c >= 'a' && c <= 'z', capital = c >= 'A' && c <= 'Z';
    if (digit || small || capital) {
      out += capital ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

bool has(std::string_view words, std::string_view phrase) {
  return words.find(phrase) != std::string_view::npos;
}

}  // namespace

std::vector<std::string_view> licences_in_text(std::string_view text) {
  const std::string words = words_of(text);
  std::vector<std::string_view> out;
  std::vector<std::string_view> taken;  // openings that were explained by a more specific licence
  for (const LicenceText& one : kTexts) {
    if (!has(words, one.has) || (!one.also.empty() && !has(words, one.also))) continue;
    if (!one.never.empty() && has(words, one.never)) continue;
    const bool explained = std::any_of(taken.begin(), taken.end(), [&](std::string_view opening) {
      return has(one.has, opening) || has(opening, one.has);
    });
    taken.push_back(one.has);
    if (!explained && std::find(out.begin(), out.end(), one.id) == out.end()) out.push_back(one.id);
  }
  // The text of the GPL names the LGPL in its last lines, the SSPL the GPL, and so on: a title counts before
  // a mention.
  if (out.size() > 1) {
    const auto gnu = [](std::string_view id) { return has(id, "GPL-") || id == "SSPL-1.0"; };
    const auto first = std::min_element(out.begin(), out.end(), [&](std::string_view a, std::string_view b) {
      const auto at = [&](std::string_view id) {
        std::size_t best = words.size();
        for (const LicenceText& one : kTexts)
          if (one.id == id) best = std::min(best, words.find(one.has));
        return best;
      };
      return at(a) < at(b);
    });
    const std::string_view title = *first;
    if (gnu(title))
      out.erase(std::remove_if(out.begin(), out.end(), [&](auto id) { return id != title && gnu(id); }),
                out.end());
  }
  return out;
}

}  // namespace mcpjury
