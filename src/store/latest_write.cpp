// Keeping the newest scan of every target, and making all of them again.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "model/mark_word.h"
#include "store/latest.h"
#include "store/one_question.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

constexpr std::size_t kWordsOfATarget = 600;  // bytes that a directory searches
constexpr std::size_t kRowsOfAStep = 500;

// Cut where a character begins: PostgreSQL takes no half ones.
std::string lower_clipped(std::string_view text, std::size_t limit) {
  std::size_t end = std::min(text.size(), limit);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  std::string out;
  for (const char c : text.substr(0, end)) out += ascii::lower(c);
  return out;
}

std::string words_text(const std::string& server, const std::string& display, const std::string& key) {
  std::string out = lower_clipped(server, kWordsOfATarget / 3);
  for (const std::string* more : {&display, &key}) {
    const std::string lower = lower_clipped(*more, kWordsOfATarget / 3);
    if (out.find(lower) == std::string::npos) out += '\n' + lower;
  }
  return out;
}

// A partial list is never compared as a whole, so it has no surface here.
constexpr std::string_view kSurface =
    "case when truncated = 0 and tool_count > 0 then surface_sha256 || ' ' || rest_sha256 else '' end";

// Newest scan, first and last time and last change of every target, or of one; grades and words follow.
std::string fill_statement(bool one) {
  const std::string_view only = one ? "where target_key = :key and credential = :credential" : "";
  const auto kind = [](std::string_view name) {
    return fmt::format("(select count(*) from findings where scan_id = newest.id and kind = '{}')", name);
  };
  return fmt::format(
      "insert into latest (target_key, credential, scan_id, first_seen, last_seen, changed_at, surface, "
      "malice, weakness, capability, hygiene, grades, verdict, words) "
      "with seen as (select id, target_key, credential, observed_at, {0} as surface, row_number() over "
      "(partition by target_key, credential order by observed_at desc, id desc) as place from scans {1}), "
      "whole as (select *, lag(surface) over (partition by target_key, credential order by observed_at, id) "
      "as before from seen where surface <> ''), "
      "changed as (select target_key, credential, max(observed_at) as at from whole where before is null or "
      "before <> surface group by target_key, credential), "
      "present as (select target_key, credential, surface, row_number() over (partition by target_key, "
      "credential order by observed_at desc, id desc) as place from whole), "
      "span as (select target_key, credential, min(observed_at) as first from seen group by target_key, "
      "credential) "
      "select newest.target_key, newest.credential, newest.id, span.first, newest.observed_at, "
      "coalesce(changed.at, span.first), coalesce(present.surface, ''), {2}, {3}, {4}, {5}, '', '', '' "
      "from seen as newest "
      "join span on span.target_key = newest.target_key and span.credential = newest.credential "
      "left join changed on changed.target_key = newest.target_key and changed.credential = "
      "newest.credential "
      "left join present on present.target_key = newest.target_key and present.credential = "
      "newest.credential and present.place = 1 where newest.place = 1",
      kSurface, only, kind("malice"), kind("weakness"), kind("capability"), kind("hygiene"));
}

struct Filled {
  long long scan;
  std::string key, credential, server, display, marks;
};

// The next rows whose texts were not made yet: they have no words, and every row gets some.
std::vector<Filled> without_words(soci::session& sql, long long after) {
  std::vector<Filled> out;
  soci::rowset<soci::row> rows =
      (sql.prepare << fmt::format(
           "select cast(scans.id as text), scans.target_key, scans.credential, scans.server_name, "
           "scans.display, scans.marks from latest join scans on scans.id = latest.scan_id where "
           "latest.words "
           "= '' and scans.id > :after order by scans.id limit {}",
           kRowsOfAStep),
       soci::use(after));
  for (const soci::row& row : rows) {
    out.push_back({std::strtoll(row.get<std::string>(0).c_str(), nullptr, 10), row.get<std::string>(1),
                   row.get<std::string>(2), row.get<std::string>(3), row.get<std::string>(4),
                   row.get<std::string>(5)});
  }
  return out;
}

void add_words(soci::session& sql) {
  std::string grades, verdict, words, key, credential;
  soci::statement update =
      (sql.prepare << "update latest set grades = :grades, verdict = :verdict, words = :words where "
                      "target_key = :key and "
                      "credential = :credential",
       soci::use(grades), soci::use(verdict), soci::use(words), soci::use(key), soci::use(credential));
  for (long long after = 0;;) {
    const std::vector<Filled> rows = without_words(sql, after);
    if (rows.empty()) return;
    for (const Filled& row : rows) {
      const auto marks = parse_json(row.marks, "marks", {});
      grades = grades_text(marks ? marks->value : Json());
      verdict = word_of_marks(marks ? marks->value : Json());
      words = words_text(row.server, row.display, row.key);
      key = row.key;
      credential = row.credential;
      update.execute(true);
    }
    after = rows.back().scan;
  }
}

}  // namespace

std::string grades_text(const Json& marks) {
  std::vector<std::string> lines;
  if (const JsonObject* object = marks.if_object()) {
    for (const auto& member : *object) {
      const JsonObject* mark = member.value().if_object();
      if (mark == nullptr) continue;
      // A methodology that could not judge has no grade; then its state is what is to be said.
      for (const std::string_view name : {"grade", "light", "posture", "state"}) {
        const std::string_view value = find_string(*mark, name);
        if (value.empty()) continue;
        lines.push_back(lower_clipped(without_nul(member.key()), 64) + '=' +
                        lower_clipped(without_nul(value), 64));
        break;
      }
    }
  }
  std::sort(lines.begin(), lines.end());
  return fmt::format("\n{}{}", fmt::join(lines, "\n"), lines.empty() ? "" : "\n");
}

void keep_latest(soci::session& sql, const NewScan& scan, std::int64_t id) {
  const ScanRow& row = scan.row;
  const long long number = id;
  const std::string key = without_nul(row.target_key), grades = grades_text(row.marks),
                    verdict(word_of_marks(row.marks)),
                    words = words_text(without_nul(row.server_name), without_nul(row.display), key),
                    surface = row.truncated || row.tool_count == 0
                                  ? std::string()
                                  : row.surface_sha256 + ' ' + row.rest_sha256;
  std::array<int, 4> kinds{};
  for (const FindingRow& finding : scan.findings) {
    if (const auto kind = kind_from(finding.kind)) ++kinds[static_cast<std::size_t>(*kind)];
  }
  const long long kept = rows_changed(
      sql,
      "insert into latest (target_key, credential, scan_id, first_seen, last_seen, changed_at, "
      "surface, "
      "malice, weakness, capability, hygiene, grades, verdict, words) values (:key, :credential, :scan, :at, "
      ":at2, :at3, :surface, :malice, :weakness, :capability, :hygiene, :grades, :verdict, :words) "
      "on conflict (target_key, credential) do update set scan_id = excluded.scan_id, "
      "last_seen = excluded.last_seen, changed_at = case when excluded.surface in ('', "
      "latest.surface) then latest.changed_at else excluded.changed_at end, surface = case when "
      "excluded.surface = '' then latest.surface else excluded.surface end, "
      "malice = excluded.malice, weakness = excluded.weakness, capability = excluded.capability, "
      "hygiene = excluded.hygiene, grades = excluded.grades, verdict = excluded.verdict, words = "
      "excluded.words "
      "where excluded.last_seen >= latest.last_seen",
      soci::use(key), soci::use(row.credential), soci::use(number), soci::use(row.observed_at),
      soci::use(row.observed_at), soci::use(row.observed_at), soci::use(surface), soci::use(kinds[0]),
      soci::use(kinds[1]), soci::use(kinds[2]), soci::use(kinds[3]), soci::use(grades), soci::use(verdict),
      soci::use(words));
  if (kept != 0) return;
  // A record from before the newest scan: it may have been the first, or the change.
  sql << "delete from latest where target_key = :key and credential = :credential", soci::use(key),
      soci::use(row.credential);
  sql << fill_statement(true), soci::use(key), soci::use(row.credential);
  add_words(sql);
}

void fill_latest(soci::session& sql) {
  sql << "delete from latest";
  sql << fill_statement(false);
  add_words(sql);
}

}  // namespace mcpjury
