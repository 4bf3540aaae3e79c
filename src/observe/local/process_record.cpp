#include <algorithm>

#include "base/escape.h"
#include "observe/local/install_step.h"
#include "observe/local/local_outcome.h"
#include "observe/local/plan.h"
#include "observe/local/scratch_folder.h"

namespace mcpjury {
namespace {

JsonArray shown_list(const std::vector<std::string>& list, const RunRecord& record,
                     const LocalOptions& options) {
  JsonArray out;
  for (const std::string& one : list)
    out.push_back(Json(escape_terminal(shown_text(without_scratch(one, record.scratch), options))));
  return out;
}

JsonObject attempts_record(const ChildFacts& child, SandboxKind sandbox, const LocalOptions& options) {
  JsonObject out{{"observed", child.watched}};
  if (!child.watched)
    out["reason"] = sandbox == SandboxKind::kNone
                        ? "not observed: there was no sandbox"
                        : "not observed: this kernel does not show system calls to the program";
  JsonArray items;
  for (const Attempt& one : child.attempts) {
    JsonObject item{{"call", one.call}};
    if (!one.family.empty()) item["family"] = one.family;
    if (!one.address.empty()) item["address"] = escape_terminal(shown_text(clip(one.address, 256), options));
    if (one.port != 0) item["port"] = one.port;
    if (!one.name.empty()) item["name"] = escape_terminal(shown_text(one.name, options));
    items.push_back(std::move(item));
  }
  out["items"] = std::move(items);
  if (child.attempts_truncated) out["truncated"] = true;
  return out;
}

// A server repeats words such as "warning" or "localhost" for reasons of its own, and what it says about
// itself must stay as it is; so only values that are secrets by their name or by their look are taken out
// there.
bool is_likely_secret(const std::string& name, const std::string& value) {
  if (value.size() < 6) return false;
  std::string lower = name;
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  for (const char* word :
       {"key", "token", "secret", "pass", "auth", "credential", "cookie", "session", "pat", "dsn"})
    if (lower.find(word) != std::string::npos) return true;
  const auto any = [&](auto test) { return std::any_of(value.begin(), value.end(), test); };
  return value.size() >= 12 && any([](char c) { return c >= '0' && c <= '9'; }) &&
         any([](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }) &&
         !any([](char c) { return c == ' '; });
}

// Line breaks stay lines: each is escaped alone.
std::string shown_tail(const std::string& tail, const RunRecord& record, const LocalOptions& options) {
  const std::string text = shown_text(without_scratch(tail, record.scratch), options);
  std::string out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += (at == 0 ? "" : "\n") + escape_terminal(std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
  return out;
}

}  // namespace

JsonObject process_record(const RunRecord& record, const LocalPlan& plan, const LocalOptions& options) {
  const ChildFacts& child = record.child;
  std::vector<std::string> run = record.run.empty() ? plan.run : record.run;
  for (std::string& word : run) word = without_scratch(word, record.scratch);
  JsonObject out{{"sandbox", plan.sandbox},
                 {"command", shown_command(run, options)},
                 {"readable", shown_list(record.readable, record, options)},
                 {"environment", JsonArray(plan.environment.begin(), plan.environment.end())},
                 {"consent", options.yes ? "yes_flag" : "asked"},
                 {"attempts", attempts_record(child, sandbox_named(plan.sandbox), options)}};
  if (!record.package.empty()) out["package"] = record.package;
  if (!plan.install.empty()) out["install"] = shown_list(plan.install, record, options);
  if (child.exit_status) out["exit_status"] = *child.exit_status;
  if (child.signal) out["signal"] = *child.signal;
  if (child.end != ChildEnd::kRunning) out["ended"] = name_of(child.end);
  if (child.helpers != 0) out["helpers"] = child.helpers;
  out["stderr_tail"] = shown_tail(child.stderr_tail, record, options);
  out["stderr_truncated"] = child.stderr_bytes > child.stderr_tail.size();
  return out;
}

void hide_passed_values(Json& value, const LocalOptions& options) {
  std::vector<std::pair<std::string, std::string>> secrets;
  for (const auto& [name, secret] : options.environment)
    if (is_likely_secret(name, secret)) secrets.emplace_back(secret, "[env:" + name + "]");
  if (secrets.empty()) return;
  // A list instead of recursion: a fiber's stack is small, and the depth is the server's choice.
  std::vector<Json*> waiting{&value};
  while (!waiting.empty()) {
    Json* one = waiting.back();
    waiting.pop_back();
    if (auto* text = one->if_string()) {
      std::string hidden(text->data(), text->size());
      bool changed = false;
      for (const auto& [secret, stand_in] : secrets)
        for (std::size_t at = 0; (at = hidden.find(secret, at)) != std::string::npos; at += stand_in.size()) {
          hidden.replace(at, secret.size(), stand_in);
          changed = true;
        }
      if (changed) *text = hidden;
    } else if (auto* array = one->if_array()) {
      for (Json& item : *array) waiting.push_back(&item);
    } else if (auto* object = one->if_object()) {
      for (auto& member : *object) waiting.push_back(&member.value());
    }
  }
}

}  // namespace mcpjury
