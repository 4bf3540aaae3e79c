#include "secrets/harmless.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "base/base64.h"
#include "base/secret_shape.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

template <std::size_t N>
bool has_any(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// Words that stand in samples. Four letters occur by chance in one of 30,000 keys of 40 characters.
constexpr std::array kSampleWords = {
    "fake"sv,        "dummy"sv,   "mock"sv,     "demo"sv,      "sample"sv,    "example"sv,
    "placeholder"sv, "test"sv,    "changeme"sv, "change_me"sv, "change-me"sv, "your"sv,
    "insert"sv,      "replace"sv, "todo"sv,     "redact"sv,    "invalid"sv,   "secret"sv,
    "password"sv,    "token"sv,   "apikey"sv,   "api_key"sv,   "api-key"sv,   "undefined"sv,
    "000000"sv,      "111111"sv,  "123123"sv,   "abcabc"sv,    "abc123"sv,    "01020304"sv,
    "xxxx"sv,        "aaaa"sv,    "foobar"sv,   "default"sv,   "..."sv,       "****"sv};
// What a value is fetched from.
constexpr std::array kReferences = {"process.env"sv, "import.meta"sv, "os.environ"sv, "os.getenv"sv,
                                    "getenv("sv,     "env["sv,        "env."sv,       "secrets."sv,
                                    "${"sv,          "#{"sv,          "{{"sv,         "$("sv,
                                    "%("sv,          "<%"sv,          "<your"sv,      "vault:"sv};
// Names of values that are public or no secret at all.
constexpr std::array kPublicNames = {
    "public"sv,      "publish"sv,    "hash"sv,         "checksum"sv,   "digest"sv,      "integrity"sv,
    "fingerprint"sv, "sha1"sv,       "sha256"sv,       "sha512"sv,     "md5"sv,         "etag"sv,
    "commit"sv,      "revision"sv,   "uuid"sv,         "nonce"sv,      "csrf"sv,        "tokenizer"sv,
    "tokenize"sv,    "token_type"sv, "tokentype"sv,    "pagetoken"sv,  "page_token"sv,  "page-token"sv,
    "nextpage"sv,    "cursor"sv,     "continuation"sv, "idempoten"sv,  "cachekey"sv,    "cache_key"sv,
    "cache-key"sv,   "keyid"sv,      "key_id"sv,       "key-id"sv,     "secretname"sv,  "secret_name"sv,
    "secretid"sv,    "secret_id"sv,  "secretarn"sv,    "sitekey"sv,    "site_key"sv,    "anon"sv,
    "endpoint"sv,    "_url"sv,       "_uri"sv,         "url\""sv,      "tokenurl"sv,    "tokenuri"sv,
    "regex"sv,       "pattern"sv,    "placeholder"sv,  "example"sv,    "label"sv,       "description"sv,
    "message"sv,     "error"sv,      "algorithm"sv,    "storagekey"sv, "storage_key"sv, "tokenname"sv,
    "token_name"sv,  "headername"sv, "fieldname"sv,    "paramname"sv,  "env_var"sv,     "envvar"sv,
    "measurement"sv, "writekey"sv,   "write_key"sv};

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !ascii::is_hex(text[i])) return false;
  }
  return true;
}

// One short piece again and again.
bool is_repetition(std::string_view text) {
  for (std::size_t unit = 1; unit <= 8 && unit * 2 <= text.size(); ++unit) {
    bool same = true;
    for (std::size_t i = unit; i < text.size() && same; ++i) same = text[i] == text[i - unit];
    if (same) return true;
  }
  return false;
}

std::size_t distinct(std::string_view text) {
  std::array<bool, 256> seen{};
  std::size_t count = 0;
  for (const char c : text) {
    bool& known = seen[static_cast<unsigned char>(c)];
    count += known ? 0 : 1;
    known = true;
  }
  return count;
}

// The digests of nothing, which stand in many a program as constants.
bool is_digest_of_nothing(std::string_view text) {
  return text.starts_with("d41d8cd98f00b204") || text.starts_with("e3b0c44298fc1c14") ||
         text.starts_with("da39a3ee5e6b4b0d");
}

bool is_placeholder(std::string_view secret) {
  const std::string text = ascii::lowered(secret);
  return is_sample(secret) || has_any(text, kSampleWords) || has_any(text, kReferences) ||
         is_repetition(secret) || (secret.size() >= 16 && distinct(secret) < 7);
}

// A token that anybody may have: the sample of the standard's site, and keys a vendor tells to publish.
bool is_public_jwt(std::string_view token) {
  const std::size_t first = token.find('.');
  if (first == std::string_view::npos || !is_jwt_header(token.substr(0, first))) return true;
  std::string_view payload = token.substr(first + 1);
  payload = payload.substr(0, payload.find('.'));
  const std::optional<std::string> text = base64_decode(payload, Base64Alphabet::kBoth);
  if (!text) return true;
  static constexpr std::array kWords = {"\"1234567890\""sv, "john doe"sv, "\"anon\""sv, "example"sv,
                                        "test"sv,           "demo"sv,     "foo"sv};
  return has_any(ascii::lowered(*text), kWords);
}

// "user:password@host" of the match; the secret is the password.
bool is_local_or_sample_address(const SecretMatch& match) {
  const std::string text = ascii::lowered(match.match);
  const std::size_t scheme = text.find("://");
  const std::size_t sign = text.rfind('@');
  if (scheme == std::string::npos || sign == std::string::npos) return false;
  const std::string_view info = std::string_view(match.match).substr(scheme + 3, sign - scheme - 3);
  const std::string_view user = info.substr(0, info.find(':'));
  const std::string host = text.substr(sign + 1);
  if (is_sample_password(user, match.secret)) return true;
  static constexpr std::array kWords = {"postgres"sv, "root"sv,    "admin"sv,  "guest"sv,    "mysql"sv,
                                        "redis"sv,    "mongo"sv,   "user"sv,   "rabbitmq"sv, "minio"sv,
                                        "pass"sv,     "hunter2"sv, "s3cret"sv, "123"sv,      "abc"sv};
  const std::string password = ascii::lowered(match.secret);
  const bool weak = has_any(password, kWords) || distinct(password) < 6;
  static constexpr std::array kHosts = {"localhost"sv, "127.0.0.1"sv, "0.0.0.0"sv, "[::1]"sv,    "host"sv,
                                        "example"sv,   ".local"sv,    ".test"sv,   ".invalid"sv, "your"sv,
                                        "server"sv,    "proxy"sv,     "<"sv,       "{"sv,        "$"sv};
  const bool sample_host = has_any(host, kHosts) || host.find('.') == std::string::npos;
  return weak || sample_host;
}

// The name a value is assigned to: what stands in the match before the value, and the rest of the name that
// stands before the match.
std::string name_of_match(const SecretMatch& match) {
  constexpr std::size_t kLongestName = 60;
  const char* begin = match.match.data();
  while (begin > match.line.data() && static_cast<std::size_t>(match.match.data() - begin) < kLongestName &&
         (ascii::is_letter(begin[-1]) || ascii::is_digit(begin[-1]) || begin[-1] == '_' || begin[-1] == '-' ||
          begin[-1] == '.'))
    --begin;
  return ascii::lowered(
      {begin, static_cast<std::size_t>(std::max<std::ptrdiff_t>(match.secret.data() - begin, 0))});
}

// Words joined by signs or by capitals: "my-service/token", "someLongIdentifierName", "a.b.c".
bool reads_as_words(std::string_view text) {
  std::size_t word = 0, in_words = 0, digits = 0;
  const auto end_word = [&] {
    if (word >= 3) in_words += word;
    word = 0;
  };
  for (const char c : text) {
    if (ascii::is_digit(c)) ++digits;
    if (c >= 'a' && c <= 'z') {
      ++word;
    } else {
      end_word();
      if (ascii::is_letter(c)) word = 1;
    }
  }
  end_word();
  return digits * 8 <= text.size() && in_words * 4 >= text.size() * 3;
}

bool is_generic_noise(const SecretMatch& match) {
  const std::string name = name_of_match(match);
  const std::string_view secret = match.secret;
  if (has_any(name, kPublicNames) || is_uuid(secret) || is_digest_of_nothing(secret)) return true;
  if (secret.find("://") != std::string_view::npos || secret.starts_with("/") || secret.starts_with("./") ||
      secret.starts_with("--") || secret.starts_with("sha256-") || secret.starts_with("sha512-"))
    return true;
  return reads_as_words(secret) || !looks_random(secret, 1);
}

// A password is short and may be made of a word: letters and digits must both be there.
bool is_password_noise(const SecretMatch& match) {
  const std::string_view secret = match.secret;
  const std::string text = ascii::lowered(secret);
  if (has_any(name_of_match(match), kPublicNames) || is_sample_password({}, secret)) return true;
  const bool digit = std::any_of(secret.begin(), secret.end(), ascii::is_digit);
  const bool letter = std::any_of(secret.begin(), secret.end(), ascii::is_letter);
  if (!digit || !letter || distinct(secret) < 6) return true;
  static constexpr std::array kWords = {"pass"sv,   "admin"sv, "root"sv,    "user"sv,  "hunter2"sv,
                                        "guest"sv,  "qwert"sv, "letmein"sv, "12345"sv, "hash"sv,
                                        "bcrypt"sv, "://"sv,   "s3cret"sv,  "p@ss"sv,  "welcome"sv,
                                        "old"sv,    "new"sv,   "base64"sv,  "utf"sv};
  return has_any(text, kWords) || secret.find_first_of("(){}<>[]\\ ;") != std::string_view::npos;
}

}  // namespace

bool is_harmless(std::string_view kind, const SecretMatch& given) {
  SecretMatch match = given;
  // The word stands in the form itself.
  for (const std::string_view prefix : {"AGE-SECRET-KEY-1"sv, "sb_secret_"sv})
    if (match.secret.starts_with(prefix)) match.secret.remove_prefix(prefix.size());
  if (kind == "private-key") return is_placeholder(match.secret.substr(0, 64));
  if (kind == "jwt") return is_public_jwt(match.secret);
  if (kind == "url-userinfo") return is_local_or_sample_address(match);
  if (is_placeholder(match.secret)) return true;
  if (match.secret.starts_with("eyJ") && match.secret.find('.') != std::string_view::npos)
    return is_public_jwt(match.secret);
  if (kind == "assigned-secret" || kind == "bearer") return is_generic_noise(match);
  if (kind == "assigned-password") return is_password_noise(match);
  return false;
}

}  // namespace mcpjury
