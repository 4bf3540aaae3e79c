#include "cli/live_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// Header names whose value is a credential whatever it looks like.
constexpr std::array kSecretWords = {"authorization"sv, "cookie"sv, "key"sv,      "token"sv,
                                     "secret"sv,        "auth"sv,   "password"sv, "credential"sv};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_token(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

Result<std::string> from_environment(const std::string& name, std::string_view option) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr || *value == '\0') {
    return Error{ErrorCode::kUsage,
                 fmt::format("{}: the environment variable {} is not set", option, escape_terminal(name))};
  }
  std::string text = value;
  const bool printable = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
  if (!printable) {
    return Error{ErrorCode::kUsage, fmt::format("{}: {} holds characters that no header can carry", option,
                                                escape_terminal(name))};
  }
  return text;
}

// "X-Tenant: acme" or "X-Api-Key: env:MY_KEY".
Result<SecretHeader> read_header(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string name(trimmed(std::string_view(text).substr(0, std::min(colon, text.size()))));
  if (colon == std::string::npos || !is_token(name)) {
    return Error{ErrorCode::kUsage, "--header takes 'Name: value' or 'Name: env:VARIABLE'"};
  }
  const std::string value(trimmed(std::string_view(text).substr(colon + 1)));
  if (value.starts_with("env:")) {
    auto secret = from_environment(value.substr(4), "--header");
    if (!secret) return secret.error();
    return SecretHeader{name, Secret(std::move(*secret))};
  }
  const std::string known = ascii::lowered(name);
  const bool secret_name = std::any_of(kSecretWords.begin(), kSecretWords.end(), [&](std::string_view word) {
    return known.find(word) != std::string::npos;
  });
  if (secret_name || !find_secrets(value).empty()) {
    return Error{ErrorCode::kUsage,
                 fmt::format("--header {}: a secret does not belong on the command line; put it into an "
                             "environment variable and write '{}: env:VARIABLE'",
                             name, name)};
  }
  const bool printable =
      std::all_of(value.begin(), value.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
  if (value.empty() || !printable) {
    return Error{ErrorCode::kUsage, fmt::format("--header {}: not a value a header can carry", name)};
  }
  return SecretHeader{name, Secret(value)};
}

// The operator's configuration; an API call or a job cannot set it.
std::vector<std::string> words_of(const char* text) {
  std::vector<std::string> words;
  std::string_view rest = text != nullptr ? text : "";
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    if (const std::string_view word = trimmed(rest.substr(0, comma)); !word.empty()) {
      words.push_back(ascii::lowered(std::string(word)));
    }
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return words;
}

extern "C" void on_signal(int) { stop_looking(); }

}  // namespace

Result<LiveOptions> make_live_options(const CliOptions& options) {
  constexpr std::array kRevisions = {"2024-11-05"sv, "2025-03-26"sv, "2025-06-18"sv, "2025-11-25"sv,
                                     "2026-07-28"sv};
  if (!options.protocol_version.empty() &&
      std::find(kRevisions.begin(), kRevisions.end(), options.protocol_version) == kRevisions.end()) {
    return Error{ErrorCode::kUsage,
                 fmt::format("--protocol-version: unknown \"{}\"; known: {}",
                             escape_terminal(options.protocol_version), fmt::join(kRevisions, ", "))};
  }
  const char* probe_gate = std::getenv("MCPJURY_ENABLE_ACTIVE_PROBE");
  if (options.active_probe && (probe_gate == nullptr || std::string_view(probe_gate) != "1")) {
    return Error{ErrorCode::kUsage,
                 "--active-probe calls tools; it also needs MCPJURY_ENABLE_ACTIVE_PROBE=1"};
  }
  LiveOptions live;
  live.offline = options.offline;
  live.allow_private = options.allow_private;
  live.allowed_hosts = words_of(std::getenv("MCPJURY_ALLOWED_HOSTS"));
  if (const char* resolver = std::getenv("MCPJURY_RESOLVER")) live.resolver = resolver;
  live.dcr = options.dcr;
  live.active_probe = options.active_probe;
  live.always_discover = options.discover;
  live.registry_lookups = options.registry_lookups && !options.offline;
  if (const char* service = std::getenv("MCPJURY_OSV_API")) live.advisory_service = service;
  live.protocol_version = options.protocol_version;
  if (options.timeout_seconds > 0) live.timeout_seconds = options.timeout_seconds;
  live.jobs = options.jobs;
  live.yes = options.yes;
  live.no_sandbox = options.no_sandbox;
  live.pass_environment = options.pass_environment;
  live.consent = ask_consent;
  live.history = options.history;
  live.secret_rules = options.secret_rules;
  live.verify_secrets = options.verify_secrets;
  if (!live.verify_secrets.empty() && options.offline) {
    return Error{ErrorCode::kUsage, "--verify-secrets asks the providers, which --offline forbids"};
  }
  live.registry_keys = options.registry_keys;
  live.trusted_root = options.trusted_root;
  live.attestation = options.attestation;
  live.attestation_key = options.attestation_key;
  live.data_dir = options.data_dir;
  for (const std::string& text : options.headers) {
    auto header = read_header(text);
    if (!header) return header.error();
    live.credential.push_back(std::move(*header));
  }
  if (!options.bearer_env.empty()) {
    auto token = from_environment(options.bearer_env, "--bearer-env");
    if (!token) return token.error();
    live.credential.push_back({"Authorization", Secret("Bearer " + *token)});
  }
  return live;
}

bool ask_consent(const LocalPlan& plan) {
  std::fprintf(stderr, "%s", plan.text.c_str());
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0) return false;
  std::fprintf(stderr, "Start it? [y/N] ");
  std::fflush(stderr);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

void stop_on_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  // A second Ctrl-C ends the program as usual.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace mcpjury
