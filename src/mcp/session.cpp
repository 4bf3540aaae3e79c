#include "mcp/session.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "mcp/channel_options.h"

namespace mcpjury {
namespace {

struct Form {
  std::size_t length = 0;
  int alphabet = 0;
  int bits = 0;
};

// The smallest usual alphabet that has all characters of the text.
int alphabet_of(const std::string& text) {
  bool digit = false, lower_hex = false, upper_hex = false, lower = false, upper = false, other = false;
  bool symbols_of_base64 = true;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      digit = true;
    } else if (c >= 'a' && c <= 'z') {
      (c <= 'f' ? lower_hex : lower) = true;
    } else if (c >= 'A' && c <= 'Z') {
      (c <= 'F' ? upper_hex : upper) = true;
    } else {
      other = true;
      symbols_of_base64 = symbols_of_base64 && (c == '+' || c == '/' || c == '=');
    }
  }
  if (other) return symbols_of_base64 ? 64 : 94;
  const bool any_lower = lower || lower_hex, any_upper = upper || upper_hex;
  if (!lower && !upper && any_lower != any_upper) return digit ? 16 : 6;
  return (digit ? 10 : 0) + (any_lower ? 26 : 0) + (any_upper ? 26 : 0);
}

Form form_of(const std::string& id) {
  std::string text;
  for (const char c : id) {
    if (c != '-' && c != '_' && c != '.' && c != ':') text += c;
  }
  Form form;
  form.length = id.size();
  form.alphabet = alphabet_of(text);
  // "aaaaaaaa" is of a large alphabet only in name.
  const int distinct = static_cast<int>(std::set<char>(text.begin(), text.end()).size());
  if (distinct <= 4) form.alphabet = std::min(form.alphabet, distinct);
  if (form.alphabet > 1) {
    form.bits = static_cast<int>(static_cast<double>(text.size()) * std::log2(form.alphabet));
  }
  return form;
}

}  // namespace

JsonObject session_quality(const std::vector<std::string>& ids) {
  if (ids.empty()) return {{"given", false}};
  Form weakest = form_of(ids.front());
  for (const std::string& id : ids) {
    const Form form = form_of(id);
    if (form.bits < weakest.bits) weakest = form;
  }
  JsonObject out{{"given", true},
                 {"length", weakest.length},
                 {"alphabet", weakest.alphabet},
                 {"bits", weakest.bits},
                 {"visible_ascii", std::all_of(ids.begin(), ids.end(), is_visible_ascii)}};
  if (ids.size() > 1) {
    out.emplace("distinct", std::set<std::string>(ids.begin(), ids.end()).size() == ids.size());
  }
  return out;
}

}  // namespace mcpjury
