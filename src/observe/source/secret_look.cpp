#include "observe/source/secret_look.h"

#include <algorithm>
#include <memory>
#include <set>

#include "base/ascii.h"
#include "base/escape.h"
#include "observe/git/repository.h"
#include "observe/source/project_facts.h"
#include "observe/source/tree_help.h"
#include "secrets/scanner.h"

namespace mcpjury {
namespace {

constexpr std::size_t kLongLine = 2'000;

// Samples of secrets have an honest place in documentation and tests.
bool is_lower_place(std::string_view path) {
  const std::string name = ascii::lowered(path);
  return is_sample_path(path) || is_sample_path(name) || name.ends_with(".md") || name.ends_with(".mdx") ||
         name.ends_with(".rst") || name.ends_with(".txt") || name.ends_with(".ipynb") ||
         name.find("mock") != std::string::npos || name.find("fixture") != std::string::npos ||
         name.ends_with(".template") || name.ends_with(".dist");
}

std::string_view name_of_confidence(Confidence confidence) {
  return confidence == Confidence::kHigh ? "high" : confidence == Confidence::kMedium ? "medium" : "low";
}

// In a line of a bundle every short name looks like another's value: only the forms of providers count there.
bool stands_in_bundle(std::string_view text, const FoundSecret& found) {
  const std::size_t before = text.rfind('\n', found.begin);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return std::min(text.find('\n', found.end), text.size()) - begin > kLongLine;
}

class Look {
 public:
  Look(const SourceTree& tree, const SourceLimits& limits) : tree_(tree), limits_(limits) {}

  Status take_packs(const std::vector<std::string>& files) {
    // Compiled once a process: a pack is immutable and shared between threads.
    static const Result<SecretPack> kBuiltIn = default_secret_pack();
    if (!kBuiltIn.ok()) return kBuiltIn.error();
    scanners_.push_back(std::make_unique<SecretScanner>(*kBuiltIn));
    for (const std::string& file : files) {
      auto pack = read_secret_pack_file(file);
      if (!pack) return pack.error();
      packs_.push_back(std::make_unique<SecretPack>(std::move(*pack)));
    }
    for (const auto& pack : packs_) scanners_.push_back(std::make_unique<SecretScanner>(*pack));
    return Ok{};
  }

  void look_at_tree(const std::function<void()>& file_read) {
    std::uint64_t bytes = 0;
    for (const SourceFile& file : tree_.files) {
      if (file_read) file_read();
      if (file.bytes > limits_.file_bytes) continue;
      if (bytes + file.bytes > limits_.total_bytes || out_.secrets.size() >= kMaxSecrets) {
        out_.truncated = true;
        return;
      }
      const auto text = read_source(tree_, file.path, limits_.file_bytes);
      if (!text || is_binary(*text)) continue;
      bytes += text->size();
      look_at(file.path, *text, {}, {});
    }
  }

  void look_at_history(const SecretLookOptions& options) {
    GitLimits git;
    git.commits = options.commits;
    git.blob_bytes = limits_.file_bytes;
    git.total_bytes = options.history_bytes;
    auto repository = GitRepository::open(tree_.root, git);
    if (!repository) return;
    const GitHistory history = repository->walk_history([&](const GitBlob& blob) {
      // What the newest commit holds was looked at in the tree.
      if (!blob.in_head && !is_binary(blob.bytes))
        look_at(std::string(blob.path), blob.bytes, blob.commit.id, std::string(blob.id));
      return out_.secrets.size() < kMaxSecrets;
    });
    out_.history = {{"commits", history.commits}, {"truncated", history.truncated || history.shallow}};
  }

  SecretLook take() { return std::move(out_); }

 private:
  void look_at(const std::string& path, std::string_view text, std::string_view commit,
               const std::string& blob) {
    std::vector<std::pair<std::size_t, std::size_t>> spans;
    for (const auto& scanner : scanners_) {
      for (const FoundSecret& found : scanner->scan(path, text, commit)) {
        const bool known = std::any_of(spans.begin(), spans.end(), [&](const auto& span) {
          return found.begin < span.second && span.first < found.end;
        });
        if (known || out_.secrets.size() >= kMaxSecrets) continue;
        if (found.confidence != Confidence::kHigh && scanner == scanners_.front() &&
            stands_in_bundle(text, found))
          continue;
        spans.emplace_back(found.begin, found.end);
        // The same value in the same file is one secret, however often it was moved about in the history.
        if (!seen_.insert(found.kind + " " + found.tag + " " + path).second && !commit.empty()) continue;
        add(path, found, commit, blob);
      }
    }
  }

  void add(const std::string& path, const FoundSecret& found, std::string_view commit,
           const std::string& blob) {
    const Confidence confidence = is_lower_place(path) ? Confidence::kLow : found.confidence;
    JsonObject entry{{"kind", clip(found.kind, 100)},
                     {"rule", clip(found.rule, 100)},
                     {"tag", found.tag},
                     {"file", escape_terminal(clip(path, 500))},
                     {"line", found.line},
                     {"confidence", name_of_confidence(confidence)},
                     {"verified", "not_tried"}};
    if (!commit.empty()) {
      entry["commit"] = commit;
      entry["in_history"] = true;
    }
    out_.secrets.push_back(std::move(entry));
    out_.places.push_back({path, blob, found.begin, found.end});
  }

  const SourceTree& tree_;
  const SourceLimits& limits_;
  std::vector<std::unique_ptr<SecretPack>> packs_;
  std::vector<std::unique_ptr<SecretScanner>> scanners_;
  std::set<std::string> seen_;
  SecretLook out_;
};

}  // namespace

Result<SecretLook> look_for_secrets(const SourceTree& tree, const SourceLimits& limits,
                                    const SecretLookOptions& options) {
  Look look(tree, limits);
  if (auto taken = look.take_packs(options.rule_files); !taken) return taken.error();
  look.look_at_tree(options.file_read);
  if (options.history) look.look_at_history(options);
  return look.take();
}

JsonArray source_secrets(const SourceTree& tree, const SourceLimits& limits) {
  auto look = look_for_secrets(tree, limits, {});
  return look.ok() ? std::move(look->secrets) : JsonArray();
}

}  // namespace mcpjury
