#include <algorithm>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/local/plan.h"

namespace mcpjury {
namespace {

// Words that a shell would read otherwise are shown in quotes, so that one word cannot look like two.
std::string shown_word(std::string_view word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./:@=+,%<>[]~^").find(c) != std::string_view::npos;
  });
  return plain ? std::string(word) : "'" + std::string(word) + "'";
}

std::string joined(const std::vector<std::string>& list, const char* between) {
  std::string text;
  for (const std::string& one : list) text += (text.empty() ? "" : between) + escape_terminal(one);
  return text;
}

std::string sandbox_sentence(const LocalPlan& plan) {
  if (sandbox_named(plan.sandbox) == SandboxKind::kNone)
    return "Sandbox: NONE. The server runs with all your rights, your files and your network.\n";
  return "Sandbox: " + plan.sandbox +
         ". No network. Nothing outside of a scratch home and temp folder can be written; "
         "both are removed afterwards.\n";
}

}  // namespace

std::string shown_text(std::string_view text, const LocalOptions& options) {
  std::string shown(text);
  for (const auto& [name, value] : options.environment) {
    // Shorter values are words such as "true", and taking them out would make the text unreadable.
    if (value.size() < 6) continue;
    const std::string stand_in = "[env:" + name + "]";
    for (std::size_t at = 0; (at = shown.find(value, at)) != std::string::npos; at += stand_in.size())
      shown.replace(at, value.size(), stand_in);
  }
  return redact(shown);
}

namespace {

// "--token VALUE", "--api-key VALUE", "-k VALUE": whatever the value looks like.
bool takes_secret(std::string_view word) {
  if (word == "-k" || word == "-p") return true;
  if (!word.starts_with("--") || word.find('=') != std::string_view::npos) return false;
  std::string name(word);
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const std::string_view part : {"token", "key", "secret", "password", "passwd", "passphrase",
                                      "credential", "bearer", "auth", "pat"}) {
    const std::size_t at = name.find(part);
    if (at == std::string::npos) continue;
    const char before = name[at - 1], after = at + part.size() < name.size() ? name[at + part.size()] : '-';
    if ((before == '-' || before == '_') && (after == '-' || after == '_' || after == 's')) return true;
  }
  return false;
}

}  // namespace

std::string shown_command(const std::vector<std::string>& words, const LocalOptions& options) {
  std::string line;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool secret = i > 0 && takes_secret(words[i - 1]) && !words[i].starts_with('-');
    line += (line.empty() ? "" : " ") + (secret ? std::string("[argument]") : shown_word(words[i]));
  }
  return escape_terminal(shown_text(line, options));
}

std::string consent_text(const LocalPlan& plan, const LocalOptions& options,
                         const std::vector<std::string>& too_wide) {
  std::string text =
      "This starts a program of somebody else on this machine: " + shown_command(options.command, options) +
      "\n";
  if (!plan.install.empty())
    text += "First, outside of the sandbox and with network, " + escape_terminal(plan.package) +
            " is fetched to a scratch folder; no code of it runs in this step:\n  " +
            shown_command(plan.install, options) + "\n";
  text += "Then this runs, and is asked for its tools; no tool is called:\n  " +
          shown_command(plan.run, options) + "\n";
  text += sandbox_sentence(plan);
  if (sandbox_named(plan.sandbox) != SandboxKind::kNone) {
    text += "It can read: /usr and parts of the system that every program needs";
    if (!plan.install.empty()) text += "; the fetched package";
    for (const std::string& path : plan.readable) text += "; " + escape_terminal(path);
    text += "\n";
    if (!too_wide.empty())
      text +=
          "Named by the command, but not shown to it, because too much is there: " + joined(too_wide, "; ") +
          "\n";
  }
  text += "Environment (names only): " + joined(plan.environment, ", ") + "\n";
  return text;
}

}  // namespace mcpjury
