// vendor-origin-mismatch: "the official Stripe tool" on a server that calls itself another vendor's.
//
// Speaks only when both sides name a vendor of the table, so that a server of unknown make may describe
// what it works with. Runs at all only when the server's own name holds a vendor.
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "detect/rules/subject_help.h"
#include "detect/uri_facts.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

// Makers whose names are no ordinary words. One company under several names shares a number.
struct Vendor {
  std::string_view word;
  int company;
};
constexpr Vendor kVendors[] = {
    {"stripe", 1},     {"github", 2},        {"microsoft", 2},   {"azure", 2},     {"gitlab", 3},
    {"atlassian", 4},  {"jira", 4},          {"confluence", 4},  {"slack", 5},     {"salesforce", 5},
    {"notion", 6},     {"google", 7},        {"gmail", 7},       {"aws", 8},       {"amazon", 8},
    {"cloudflare", 9}, {"openai", 10},       {"anthropic", 11},  {"figma", 12},    {"paypal", 13},
    {"shopify", 14},   {"hubspot", 15},      {"dropbox", 16},    {"zoom", 17},     {"twilio", 18},
    {"sendgrid", 18},  {"mongodb", 19},      {"supabase", 20},   {"vercel", 21},   {"netlify", 22},
    {"datadog", 23},   {"grafana", 24},      {"pagerduty", 25},  {"asana", 26},    {"trello", 4},
    {"airtable", 27},  {"discord", 28},      {"linkedin", 2},    {"coinbase", 29}, {"hashicorp", 30},
    {"docker", 31},    {"snowflake", 32},    {"databricks", 33}, {"zendesk", 34},  {"intercom", 35},
    {"mailchimp", 36}, {"digitalocean", 37}, {"heroku", 5},
};

int company_of(std::string_view word) {
  for (const Vendor& vendor : kVendors) {
    if (equal_ignore_case(vendor.word, word)) return vendor.company;
  }
  return 0;
}

int company_in(std::string_view words) {
  int company = 0;
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    const int found = company_of(words.substr(begin, end - begin));
    // Two vendors in one name: a bridge between them, and either claim may be right.
    if (found && company && found != company) return 0;
    if (found) company = found;
    begin = end + 1;
  }
  return company;
}

std::string_view next_word(std::string_view text, std::size_t& at) {
  while (at < text.size() && !ascii::is_letter(text[at])) {
    // A sentence or clause ends the claim.
    if (text[at] == '.' || text[at] == ';' || text[at] == ':' || text[at] == '\n') return {};
    ++at;
  }
  const std::size_t begin = at;
  while (at < text.size() && ascii::is_letter(text[at])) ++at;
  return text.substr(begin, at - begin);
}

bool is_product(std::string_view word) {
  for (std::string_view known :
       {"tool", "tools", "server", "integration", "connector", "plugin", "mcp", "extension", "assistant"}) {
    if (equal_ignore_case(word, known)) return true;
  }
  return false;
}

// "official Stripe [MCP] tool", "official tool [provided|made|…] by|from|of Stripe".
std::string_view claimed_vendor(std::string_view text, std::size_t at) {
  std::array<std::string_view, 6> words;
  std::size_t count = 0;
  while (count < words.size()) {
    const std::string_view word = next_word(text, at);
    if (word.empty()) break;
    words[count++] = word;
  }
  if (count >= 2 && company_of(words[0]) && (is_product(words[1]) || (count >= 3 && is_product(words[2]))))
    return words[0];
  if (count >= 3 && is_product(words[0])) {
    for (std::size_t i = 1; i + 1 < count; ++i) {
      const bool from = equal_ignore_case(words[i], "by") || equal_ignore_case(words[i], "from") ||
                        equal_ignore_case(words[i], "of");
      if (from && company_of(words[i + 1])) return words[i + 1];
    }
  }
  return {};
}

std::size_t find_official(std::string_view text, std::size_t from) {
  constexpr std::string_view kWord = "official";
  for (std::size_t i = text.find("fficial", from); i != std::string_view::npos;
       i = text.find("fficial", i + 1)) {
    if (i == 0 || (text[i - 1] | 0x20) != 'o') continue;
    const bool starts = i == 1 || !ascii::is_letter(text[i - 2]);
    const std::size_t end = i - 1 + kWord.size();
    if (starts && (end >= text.size() || !ascii::is_letter(text[end]))) return end;
  }
  return std::string_view::npos;
}

}  // namespace

void detect_vendor_origin(const DetectInput& input, FindingSink& sink) {
  if (input.surface.server_name.empty()) return;
  std::string words;
  append_name_words(words, input.surface.server_name);
  const int own = company_in(words);
  if (!own) return;
  static const std::uint16_t kMismatch = detector_index("vendor-origin-mismatch");
  for (const SubjectUnit& subject : input.text.subjects) {
    if (subject.type != SubjectType::kTool) continue;
    for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
      const Field& field = input.text.fields[f];
      if (field.role != TextRole::kDescription && field.role != TextRole::kTitle) continue;
      for (std::size_t at = find_official(field.text, 0); at != std::string_view::npos;
           at = find_official(field.text, at)) {
        const std::string_view vendor = claimed_vendor(field.text, at);
        if (vendor.empty() || company_of(vendor) == own) continue;
        sink.add(
            kMismatch, subject, input.text.pieces[field.first_piece].path, field.text.substr(0, 480),
            Confidence::kMedium,
            {.detail = std::string(vendor) + ", on the server " + std::string(input.surface.server_name)});
        break;
      }
    }
  }
}

}  // namespace mcpjury
