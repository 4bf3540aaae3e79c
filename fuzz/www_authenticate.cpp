// parse_www_authenticate: total, bounded, and what it read reads the same when written by the book.
#include "net/www_authenticate.h"

#include <string>
#include <vector>

#include "check.h"

using namespace mcpjury;

namespace {

std::string written(const Challenge& challenge) {
  std::string out = challenge.scheme;
  if (!challenge.token68.empty()) return out + " " + challenge.token68;
  const char* separator = " ";
  for (const AuthParameter& each : challenge.parameters) {
    out.append(separator).append(each.name).append("=\"");
    for (const char c : each.value) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
    separator = ", ";
  }
  return out;
}

void check_again(const Challenge& challenge) {
  const std::string text = written(challenge);
  if (text.size() > kMaxAuthHeaderBytes) return;
  const std::string_view line = text;
  const Challenges again = parse_www_authenticate({&line, 1});
  fuzz::check(again.list.size() == 1 && !again.cut, "one challenge is one challenge");
  const Challenge& read = again.list.front();
  fuzz::check(read.scheme == challenge.scheme && read.token68 == challenge.token68, "scheme and token stay");
  if (!challenge.token68.empty()) return;
  fuzz::check(read.parameters.size() == challenge.parameters.size(), "parameters stay");
  for (std::size_t i = 0; i < read.parameters.size(); ++i) {
    fuzz::check(read.parameters[i].name == challenge.parameters[i].name, "names stay");
    fuzz::check(read.parameters[i].value == challenge.parameters[i].value, "values stay");
  }
}

}  // namespace

// Each line of the input is one header line.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  std::string_view text = fuzz::as_text(data, size);
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  const Challenges challenges = parse_www_authenticate(lines);
  fuzz::check(challenges.list.size() <= kMaxChallenges, "challenges are bounded");
  for (const Challenge& challenge : challenges.list) {
    fuzz::check(!challenge.scheme.empty(), "a challenge has a scheme");
    fuzz::check(challenge.is(challenge.scheme), "a challenge is of its scheme");
    fuzz::check(challenge.parameters.size() <= kMaxAuthParameters, "parameters are bounded");
    check_again(challenge);
  }
  return 0;
}
