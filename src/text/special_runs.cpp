#include "text/special_runs.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace mcpjury {
namespace {

bool is_run(char c) {
  return ascii::is_alnum(c) || c == '_' || c == '.' || c == '-' || c == '/' || c == '~' || c == '$' ||
         c == '@' || c == '+' || c == '*' || c == '%';
}

constexpr std::array<std::string_view, 33> kSecretFiles = {".ssh",
                                                           ".aws",
                                                           ".env",
                                                           ".netrc",
                                                           ".kube",
                                                           ".gnupg",
                                                           ".docker/config",
                                                           ".npmrc",
                                                           ".pypirc",
                                                           ".pem",
                                                           ".pfx",
                                                           ".p12",
                                                           ".git-cred",
                                                           "_history",
                                                           "id_rsa",
                                                           "id_ed25519",
                                                           "id_ecdsa",
                                                           "passwd",
                                                           "shadow",
                                                           "mcp.json",
                                                           "credential",
                                                           "secring",
                                                           "keychain",
                                                           "wallet.dat",
                                                           "cookies.sq",
                                                           "login.key",
                                                           "secrets.",
                                                           "authorized_keys",
                                                           ".password",
                                                           "/etc/hosts",
                                                           "keystore",
                                                           "tokens.json",
                                                           "claude_desktop_config"};
constexpr std::array<std::string_view, 22> kDomains = {
    "ai",      "app", "cc", "cloud", "co",     "com", "de", "dev", "example", "gg",   "info",
    "invalid", "io",  "me", "net",   "online", "org", "ru", "sh",  "site",    "test", "xyz"};
static_assert(std::is_sorted(kDomains.begin(), kDomains.end()));

bool holds_secrets(std::string_view path) {
  return std::any_of(kSecretFiles.begin(), kSecretFiles.end(),
                     [&](std::string_view part) { return path.find(part) != std::string_view::npos; });
}

// The end of an IBAN, phone number or hexadecimal address; 0 when it is none.
std::size_t value_end(std::string_view text, std::size_t at, std::string_view run) {
  const bool iban = run.size() >= 4 && ascii::is_upper(run[0]) && ascii::is_upper(run[1]) &&
                    ascii::is_digit(run[2]) && ascii::is_digit(run[3]);
  if (run[0] == '+' || iban) {
    std::size_t end = at + (run[0] == '+' ? 1 : 4), digits = 0;
    while (end < text.size() && (ascii::is_digit(text[end]) || (text[end] == ' ' && end + 1 < text.size() &&
                                                                ascii::is_digit(text[end + 1])))) {
      digits += ascii::is_digit(text[end]) ? 1 : 0;
      ++end;
    }
    return digits >= 8 && digits <= 28 ? end : 0;
  }
  return run.size() >= 20 && run[0] == '0' && (run[1] | 0x20) == 'x' ? at + run.size() : 0;
}

SpecialRun dotted(std::size_t end, std::string_view run, const std::string& small, std::size_t dot) {
  const std::string_view tail = std::string_view(small).substr(dot + 1);
  if (holds_secrets(small) && (run.find('/') != std::string_view::npos || tail.size() <= 5)) {
    return {end, TokenKind::kSecretPath, 0};
  }
  if (const WordMeaning known = meaning_of(small); known.sense != 0)
    return {end, TokenKind::kPath, known.sense};
  if (std::binary_search(kDomains.begin(), kDomains.end(), tail) && run.find('_') == std::string_view::npos) {
    return {end, TokenKind::kHost, 0};
  }
  return dot >= 2 && tail.size() >= 2 ? SpecialRun{end, TokenKind::kName, 0} : SpecialRun{};
}

SpecialRun joined_name(std::size_t end, std::string_view run, const std::string& small) {
  SpecialRun out{end, TokenKind::kName, 0};
  const bool env = std::none_of(run.begin(), run.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  for (const std::string_view part : {"key", "token", "secret", "password"}) {
    if (env && small.find(part) != std::string::npos) out.sense |= sense::kSecret;
  }
  if (env && small.rfind("aws_", 0) == 0) out.sense |= sense::kSecret;
  std::string words = small;
  std::replace(words.begin(), words.end(), '_', ' ');
  out.sense |= meaning_of(words).sense & sense::kLasting;
  return out;
}

}  // namespace

bool starts_special_run(char c) { return is_run(c) && c != '-' && c != '*' && c != '%'; }

SpecialRun special_run(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_run(text[end])) ++end;
  while (end > at && (text[end - 1] == '.' || text[end - 1] == '-' || text[end - 1] == '/')) --end;
  if (end <= at + 1) return {};
  const std::string_view run = text.substr(at, end - at);
  if (const std::size_t value = value_end(text, at, run)) return {value, TokenKind::kValue, 0};
  if (std::all_of(run.begin(), run.end(), ascii::is_letter)) return {};
  const std::string small = ascii::lowered(run);
  const std::size_t at_sign = run.find('@');
  if (at_sign != std::string_view::npos && at_sign > 0 && run.find('.', at_sign) != std::string_view::npos) {
    return {end, TokenKind::kMail, 0};
  }
  const bool rooted =
      run[0] == '/' || run[0] == '~' || run[0] == '.' || run.find("/.") != std::string_view::npos;
  if (rooted || run[0] == '$') {
    if (rooted && run.size() < 3) return {};
    const std::size_t slash = small.rfind('/');
    const std::string_view last =
        slash == std::string::npos ? std::string_view(small) : std::string_view(small).substr(slash + 1);
    return {end, holds_secrets(small) ? TokenKind::kSecretPath : TokenKind::kPath, meaning_of(last).sense};
  }
  const std::size_t dot = run.rfind('.');
  if (dot != std::string_view::npos && dot > 0 && dot + 1 < run.size() && ascii::is_alnum(run[dot - 1]) &&
      ascii::is_letter(run[dot + 1])) {
    return dotted(end, run, small, dot);
  }
  const std::size_t join = run.find('_', 1);
  return join != std::string_view::npos && join + 1 < run.size() ? joined_name(end, run, small)
                                                                 : SpecialRun{};
}

}  // namespace mcpjury
