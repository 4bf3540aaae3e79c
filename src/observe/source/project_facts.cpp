#include "observe/source/project_facts.h"

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "base/redact.h"
#include "base/sha256.h"
#include "packages/inventory.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxSecrets = 1000;
constexpr std::size_t kLookForText = 8192;

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

bool any_file(const SourceTree& tree, bool (*matches)(std::string_view)) {
  return std::any_of(tree.files.begin(), tree.files.end(),
                     [&](const SourceFile& file) { return matches(file.path); });
}

bool is_workflow(std::string_view path) {
  return path.starts_with(".github/workflows/") && (path.ends_with(".yml") || path.ends_with(".yaml"));
}

bool is_licence_name(std::string_view path) {
  const std::string name = lower(file_name(path));
  return path.find('/') == std::string_view::npos &&
         (name.starts_with("license") || name.starts_with("licence") || name.starts_with("copying") ||
          name == "unlicense");
}

// "uses: owner/repo@<40 hex>" everywhere, or actions of the repository itself.
bool actions_pinned(const SourceTree& tree, const SourceLimits& limits) {
  for (const SourceFile& file : tree.files) {
    if (!is_workflow(file.path)) continue;
    const auto text = read_source(tree, file.path, limits.file_bytes);
    if (!text) continue;
    for (std::size_t at = text->find("uses:"); at != std::string::npos; at = text->find("uses:", at + 1)) {
      const std::size_t end = std::min(text->find('\n', at), text->size());
      const std::string_view value = std::string_view(*text).substr(at + 5, end - at - 5);
      if (value.find("./") != std::string_view::npos) continue;
      const std::size_t sign = value.find('@');
      if (sign == std::string_view::npos) return false;
      std::size_t hex = 0;
      for (const char c : value.substr(sign + 1)) {
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) break;
        ++hex;
      }
      if (hex != 40) return false;
    }
  }
  return true;
}

struct Phrase {
  std::string_view id, words;
};
// Words that only this licence has, most specific first.
constexpr std::array kLicences = {
    Phrase{"AGPL-3.0", "gnu affero general public license"},
    Phrase{"LGPL-3.0", "gnu lesser general public license"},
    Phrase{"GPL-3.0", "gnu general public license version 3"},
    Phrase{"GPL-2.0", "gnu general public license version 2"},
    Phrase{"Apache-2.0", "apache license version 2.0"},
    Phrase{"MPL-2.0", "mozilla public license version 2.0"},
    Phrase{"BSD-3-Clause", "neither the name of"},
    Phrase{"BSD-2-Clause", "redistribution and use in source and binary forms"},
    Phrase{"MIT", "permission is hereby granted, free of charge"},
    Phrase{"ISC", "permission to use, copy, modify, and/or distribute this software"},
    Phrase{"Unlicense", "this is free and unencumbered software released into the public domain"},
};

std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 20'000)) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

}  // namespace

std::string_view licence_of(std::string_view text) {
  const std::string words = squeezed(text);
  for (const Phrase& licence : kLicences) {
    // "version 2.0" may stand on the line below with a comma before it.
    if (words.find(licence.words) != std::string::npos) return licence.id;
    if (licence.id == "Apache-2.0" && words.find("apache license") != std::string::npos &&
        words.find("version 2.0") != std::string::npos) {
      return licence.id;
    }
  }
  return {};
}

JsonArray licence_facts(const SourceTree& tree, const SourceLimits& limits) {
  JsonArray out;
  for (const SourceFile& file : tree.files) {
    if (!is_licence_name(file.path)) continue;
    const auto text = read_source(tree, file.path, limits.file_bytes);
    const std::string_view id = text ? licence_of(*text) : std::string_view();
    JsonObject entry{{"file", file.path}, {"source", "file"}};
    if (id.empty()) {
      entry["problem"] = "not a licence text that is known";
    } else {
      entry["id"] = id;
    }
    out.push_back(std::move(entry));
  }
  return out;
}

std::vector<std::string> script_behaviours(std::string_view script) {
  const std::string text = squeezed(script);
  const auto has = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return text.find(word) != std::string::npos; });
  };
  std::vector<std::string> out;
  if (has({"curl ", "wget ", "invoke-webrequest", "certutil", "http://", "https://"}))
    out.emplace_back("fetches");
  if (has({"bash -c", "sh -c", "| sh", "|sh", "| bash", "|bash", "powershell", "cmd /c"}))
    out.emplace_back("runs_shell");
  if (has({"base64", "atob(", "fromcharcode"})) out.emplace_back("decodes");
  if (has({"node -e", "python -c", "python3 -c", "eval(", "eval "})) out.emplace_back("evaluates");
  return out;
}

JsonArray install_hooks(const SourceTree& tree, const SourceLimits& limits) {
  constexpr std::array kHooks = {"preinstall"sv, "install"sv, "postinstall"sv, "prepare"sv};
  JsonArray out;
  for (const SourceFile& file : tree.files) {
    if (file_name(file.path) != "package.json" || is_sample_path(file.path)) continue;
    const auto text = read_source(tree, file.path, limits.file_bytes);
    if (!text) continue;
    JsonReadOptions reading;
    reading.max_depth = 64;
    auto json = parse_json(*text, file.path, reading);
    const JsonObject* manifest = json.ok() ? json->value.if_object() : nullptr;
    const JsonObject* scripts = manifest != nullptr ? find_object(*manifest, "scripts") : nullptr;
    if (scripts == nullptr) continue;
    for (const std::string_view hook : kHooks) {
      const std::string_view command = find_string(*scripts, hook);
      if (command.empty()) continue;
      JsonArray behaviours;
      for (const std::string& one : script_behaviours(command)) behaviours.push_back(Json(one));
      const std::size_t at = text->find("\"" + std::string(hook) + "\"");
      out.push_back(JsonObject{{"ecosystem", "npm"},
                               {"package", redact(clip(find_string(*manifest, "name"), 214))},
                               {"hook", hook},
                               {"command", redact(clip(command, 400))},
                               {"file", file.path},
                               {"line", at == std::string::npos ? 0 : place_of_offset(*text, at).line},
                               {"behaviours", std::move(behaviours)}});
    }
  }
  return out;
}

JsonObject health_facts(const SourceTree& tree, const SourceLimits& limits) {
  JsonArray checks;
  const auto check = [&](std::string_view id, bool passed) {
    checks.push_back(JsonObject{{"id", id}, {"passed", passed}});
  };
  check("readme", any_file(tree, [](std::string_view path) { return lower(path).starts_with("readme"); }));
  check("licence_file", any_file(tree, is_licence_name));
  check("security_policy", any_file(tree, [](std::string_view path) {
          const std::string name = lower(path);
          return name == "security.md" || name == ".github/security.md" || name == "docs/security.md";
        }));
  const bool workflows = any_file(tree, is_workflow);
  check("continuous_integration", workflows || any_file(tree, [](std::string_view path) {
                                    return path == ".gitlab-ci.yml" || path == ".circleci/config.yml" ||
                                           path == "Jenkinsfile";
                                  }));
  check("tests", any_file(tree, [](std::string_view path) {
          return is_sample_path(path) && !language_of(path).empty();
        }));
  check("lock_file", any_file(tree, [](std::string_view path) {
          const std::string_view name = file_name(path);
          return name.ends_with(".lock") || name.ends_with("-lock.json") || name.ends_with("-lock.yaml") ||
                 name == "go.sum";
        }));
  if (workflows) check("actions_pinned", actions_pinned(tree, limits));
  return {{"checks", std::move(checks)}};
}

JsonArray source_secrets(const SourceTree& tree, const SourceLimits& limits) {
  JsonArray out;
  std::uint64_t read_so_far = 0;
  for (const SourceFile& file : tree.files) {
    if (is_sample_path(file.path) || is_inventory_file(file.path) || file.bytes == 0) continue;
    if (read_so_far + file.bytes > limits.total_bytes || out.size() >= kMaxSecrets) break;
    const auto text = read_source(tree, file.path, limits.file_bytes);
    if (!text || std::string_view(*text).substr(0, kLookForText).find('\0') != std::string_view::npos)
      continue;
    read_so_far += text->size();
    for (const SecretHit& hit : find_secrets(*text)) {
      if (out.size() >= kMaxSecrets) break;
      const std::string_view value = std::string_view(*text).substr(hit.begin, hit.end - hit.begin);
      out.push_back(JsonObject{{"kind", hit.kind},
                               {"tag", sha256_hex(value).substr(0, 6)},
                               {"file", file.path},
                               {"line", place_of_offset(*text, hit.begin).line},
                               {"verified", "not_tried"}});
    }
  }
  return out;
}

}  // namespace mcpjury
