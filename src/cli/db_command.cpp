#include "cli/db_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "cli/cli.h"
#include "cli/store_choice.h"
#include "cli/store_command.h"
#include "cli/wrap.h"
#include "feeds/built_in.h"
#include "feeds/feed_facet.h"
#include "feeds/feed_import.h"
#include "feeds/update/feed_update.h"
#include "home/data_folder.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

constexpr std::size_t kShownRejects = 5;

std::string day_of(const std::string& time) { return time.empty() ? "no date" : time.substr(0, 10); }

JsonObject feed_json(const FeedInfo& feed, const std::string& now) {
  JsonObject out{{"name", feed.name},        {"kind", feed.kind},       {"version", feed.version},
                 {"sha256", feed.sha256},    {"as_of", feed.as_of},     {"imported_at", feed.imported_at},
                 {"source", feed.source},    {"entries", feed.entries}, {"withdrawn", feed.withdrawn},
                 {"rejected", feed.rejected}};
  JsonArray ecosystems;
  for (const std::string& ecosystem : feed.ecosystems) ecosystems.push_back(Json(ecosystem));
  out["ecosystems"] = std::move(ecosystems);
  if (const auto days = days_between(feed.as_of, now)) out["age_days"] = *days;
  return out;
}

std::string report_text(const ImportReport& report) {
  const FeedInfo& feed = report.feed;
  std::string out =
      fmt::format("{}: {} advisories as of {}", escape_terminal(feed.name), feed.entries, day_of(feed.as_of));
  if (feed.withdrawn != 0) out += fmt::format(", {} withdrawn", feed.withdrawn);
  if (report.duplicates != 0) out += fmt::format(", {} duplicates", report.duplicates);
  if (feed.rejected != 0) out += fmt::format(", {} rejected", feed.rejected);
  return out + (report.replaced ? "; replaced\n" : "\n");
}

void complain_of_rejects(const ImportReport& report) {
  for (std::size_t i = 0; i < std::min(report.rejects.size(), kShownRejects); ++i)
    complain(fmt::format("rejected: {}: {}", report.rejects[i].name, report.rejects[i].reason));
  if (report.feed.rejected > kShownRejects)
    complain(fmt::format("and {} more; mcpjury db status --format json names them",
                         report.feed.rejected - kShownRejects));
}

// The worst of several codes, in the order of the page on exit codes.
int worse(int a, int b) { return std::max(a, b); }

int import_files(const CliOptions& options, const std::string& folder) {
  if (options.db_words.empty()) {
    complain("db import: FILE or FOLDER is missing; an export of a history (- for stdin), or OSV records");
    return 2;
  }
  if (auto made = make_data_folder(folder); !made) return complain(made.error());
  std::string text;
  int code = 0;
  for (const std::string& path : options.db_words) {
    ImportOptions import;
    import.name = options.db_words.size() == 1 ? options.feed_name : "";
    import.partial = options.partial_feed;
    import.imported_at = current_time();
    auto report = import_feed(feed_database(folder), path, import);
    if (!report) {
      code = worse(code, complain(report.error()));
      continue;
    }
    text += report_text(*report);
    complain_of_rejects(*report);
  }
  return finish_with(text, code);
}

int update(const CliOptions& options, const std::string& folder) {
  if (options.offline) {
    complain("db update reaches the network, and --offline forbids it");
    return 2;
  }
  auto base = feed_base(options.feed_url);
  if (!base) return complain(base.error());
  if (auto made = make_data_folder(folder); !made) return complain(made.error());
  UpdateOptions wanted;
  wanted.base = *base;
  wanted.folder = folder;
  wanted.now = current_time();
  wanted.allow_private = options.allow_private;
  wanted.ecosystems = options.db_words;
  if (wanted.ecosystems.empty()) wanted.ecosystems = {"npm", "PyPI", "Go"};
  std::string text;
  int code = 0;
  for (const UpdateOutcome& outcome : update_feeds(wanted)) {
    if (!outcome.error.empty()) {
      code = worse(code, exit_code_of(outcome.code));
      complain(fmt::format("{}: {}; what was there before stays", escape_terminal(outcome.ecosystem),
                           outcome.error));
      continue;
    }
    text += report_text(outcome.report);
    complain_of_rejects(outcome.report);
  }
  return finish_with(text, code);
}

// MCPJURY_STORE=none is an answer, not a fault.
bool choice_on(const CliOptions& options) {
  const auto choice = chosen_store(options);
  return !choice || choice->on;
}

int status(const CliOptions& options, const std::string& folder) {
  auto index = FeedIndex::open(feed_database(folder));
  if (!index) return complain(index.error());
  const std::string now = current_time();
  const BuiltInRecords& built_in = BuiltInRecords::instance();
  const auto history = shown_store(options);
  const bool none = !history && (history.error().code == ErrorCode::kNothingToGrade || !choice_on(options));
  if (!history && !none) return complain(history.error());
  if (options.format == "json") {
    JsonArray feeds;
    for (const FeedInfo& feed : index->feeds()) {
      JsonObject entry = feed_json(feed, now);
      auto rejects = index->rejects(feed);
      if (!rejects) return complain(rejects.error());
      JsonArray names;
      for (const FeedReject& reject : *rejects)
        names.push_back(JsonObject{{"name", reject.name}, {"reason", reject.reason}});
      entry["rejects"] = std::move(names);
      feeds.push_back(std::move(entry));
    }
    const JsonObject out{{"folder", folder},
                         {"built_in", JsonObject{{"malicious_packages", built_in.malicious_entries()},
                                                 {"mcp_advisories", built_in.mcp_entries()}}},
                         {"feeds", std::move(feeds)},
                         {"history", history ? history->json : Json(nullptr)}};
    return finish_with(pretty_json(out) + "\n", 0);
  }
  std::string out = fmt::format("{}\n", escape_terminal(folder));
  for (const FeedInfo& feed : index->feeds()) {
    const auto days = days_between(feed.as_of, now);
    out += fmt::format("  {:<16} {:>7} advisories, {}{}{}\n", escape_terminal(clip(feed.name, 16)),
                       feed.entries, day_of(feed.as_of),
                       days ? fmt::format(" ({} days old)", std::max(*days, 0L)) : std::string(),
                       feed.rejected != 0 ? fmt::format(", {} rejected", feed.rejected) : std::string());
  }
  if (index->feeds().empty()) out += "  no feed; mcpjury db import FILE, or db update --from URL\n";
  out += fmt::format("built in: {} malicious packages, {} MCP advisories\n", built_in.malicious_entries(),
                     built_in.mcp_entries());
  out += history ? history->text : std::string("history: none is kept yet; mcpjury scan TARGET keeps one\n");
  return finish_with(out, 0);
}

}  // namespace

int db_command(const CliOptions& options) {
  if (options.db_action == "export") return export_store(options);
  if (options.db_action == "vacuum") return vacuum_store(options);
  // An export says what it is in its first bytes; everything else is taken for advisories.
  if (options.db_action == "import" &&
      std::any_of(options.db_words.begin(), options.db_words.end(), is_store_export)) {
    if (options.db_words.size() == 1) return import_store(options, options.db_words[0]);
    complain("db import: an export of a history is imported by itself");
    return 2;
  }
  const auto folder = data_folder(options.data_dir);
  if (!folder) return complain(folder.error());
  if (options.db_action == "import") return import_files(options, *folder);
  if (options.db_action == "update") return update(options, *folder);
  return status(options, *folder);
}

}  // namespace mcpjury
