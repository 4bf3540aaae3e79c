// Bringing new names and hosts into the index of what is a slip of the pen apart, a few or a million at once:
// everything is sorted before it is written, so that a large index is gone through once and not at random.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/canonical_json.h"
#include "store/neighbour_keys.h"
#include "store/neighbours.h"
#include "store/one_question.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

constexpr std::size_t kNamesAtOnce = 250'000;
constexpr std::size_t kPrintsAtOnce = 5'000;    // of one question
constexpr std::size_t kNumbersAtOnce = 50'000;  // of one statement
constexpr std::size_t kCandidatesAtOnce = 200'000;
constexpr std::size_t kPairsOfAName = 64;  // found when it comes in; those that come later add theirs

struct NumberPair {
  long long first, second;
  auto operator<=>(const NumberPair&) const = default;
};

void insert_pairs(soci::session& sql, StoreEngine engine, const std::string& into,
                  const std::vector<NumberPair>& pairs) {
  for (std::size_t at = 0; at < pairs.size(); at += kNumbersAtOnce) {
    const std::size_t end = std::min(pairs.size(), at + kNumbersAtOnce);
    if (engine == StoreEngine::kSqlite) {
      std::vector<long long> first, second;
      for (std::size_t i = at; i < end; ++i) {
        first.push_back(pairs[i].first);
        second.push_back(pairs[i].second);
      }
      sql << fmt::format("insert into {} values (:first, :second) on conflict do nothing", into),
          soci::use(first), soci::use(second);
      continue;
    }
    std::string first = "{", second = "{";
    for (std::size_t i = at; i < end; ++i) {
      const std::string_view comma = i == at ? "" : ",";
      fmt::format_to(std::back_inserter(first), "{}{}", comma, pairs[i].first);
      fmt::format_to(std::back_inserter(second), "{}{}", comma, pairs[i].second);
    }
    first += '}';
    second += '}';
    sql << fmt::format(
        "insert into {} select * from unnest(cast(:first as bigint[]), cast(:second as "
        "bigint[])) on conflict do nothing",
        into),
        soci::use(first), soci::use(second);
  }
}

// Sorted, so that two programs that add the same names wait for each other in one order.
struct NearName {
  std::string near, name;
  long long id = 0;
};
std::vector<NearName> near_names(const ToolNames& tools) {
  std::vector<NearName> out;
  for (const auto& [tool, name] : tools) {
    if (std::string near = near_key(tool); !near.empty()) out.push_back({std::move(near), name});
  }
  std::sort(out.begin(), out.end(), [](const NearName& a, const NearName& b) { return a.near < b.near; });
  out.erase(std::unique(out.begin(), out.end(),
                        [](const NearName& a, const NearName& b) { return a.near == b.near; }),
            out.end());
  return out;
}

std::string near_json(const std::vector<NearName>& names) {
  std::vector<std::string> keys;
  for (const NearName& name : names) keys.push_back(name.near);
  return texts_json(keys);
}

// Their numbers; 0 where the store has none.
void number_names(soci::session& sql, StoreEngine engine, std::vector<NearName>& names) {
  const std::string wanted = near_json(names);
  const std::string question =
      "select cast(named.id as text), named.near_key from " + listed_texts(engine, "wanted") +
      (engine == StoreEngine::kSqlite
           ? " cross join near_names as named where named.near_key = listed.item"
           : " cross join lateral (select id, near_key from near_names where near_key = listed.item limit 1) "
             "as named");
  ask_texts<2>(
      sql, question,
      [&](const std::array<std::string, 2>& row) {
        const auto found =
            std::lower_bound(names.begin(), names.end(), row[1],
                             [](const NearName& a, const std::string& b) { return a.near < b; });
        if (found != names.end() && found->near == row[1])
          found->id = std::strtoll(row[0].c_str(), nullptr, 10);
      },
      soci::use(wanted));
}

// Which of the new names are one slip from each other or from one that is there.
class PairFinder {
 public:
  PairFinder(const std::vector<NearName>& names, const std::vector<NumberPair>& prints)
      : names_(names), prints_(prints), found_(names.size()) {
    for (std::size_t i = 0; i < names.size(); ++i) at_.emplace(names[i].id, i);
  }

  void among_themselves() {
    for (std::size_t begin = 0, end; begin < prints_.size(); begin = end) {
      for (end = begin + 1; end < prints_.size() && prints_[end].first == prints_[begin].first;) ++end;
      for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t j = i + 1; j < std::min(end, i + kSharersOfAPrint); ++j) {
          const NearName& other = names_[at_.at(prints_[j].second)];
          compare(at_.at(prints_[i].second), other.id, other.near);
        }
      }
    }
  }

  void with_those_there(soci::session& sql, StoreEngine engine) {
    int any = 0;
    sql << "select count(*) from (select 1 from near_keys limit 1) as one", soci::into(any);
    if (any == 0) return;
    const std::string listed = listed_numbers(engine, "prints");
    // The bound of each print keeps PostgreSQL at the index: for many rows it would read the whole table,
    // print by print.
    const std::string text =
        engine == StoreEngine::kSqlite
            ? fmt::format(
                  "select cast(near_keys.print as text), cast(near_names.id as text), near_names.near_key "
                  "from "
                  "{} cross join near_keys cross join near_names where near_keys.print = listed.item and "
                  "near_names.id = near_keys.name_id limit {}",
                  listed, kCandidatesAtOnce)
            : fmt::format(
                  "select cast(k.print as text), cast(n.id as text), n.near_key from {} cross join lateral "
                  "(select print, name_id from near_keys where print = listed.item limit {}) as k cross join "
                  "lateral (select id, near_key from near_names where id = k.name_id limit 1) as n limit {}",
                  listed, kSharersOfAPrint, kCandidatesAtOnce);
    for (std::size_t at = 0; at < prints_.size();) {
      std::string wanted = "[";
      long long last = -1;
      for (std::size_t count = 0; at < prints_.size() && count < kPrintsAtOnce; ++at) {
        if (prints_[at].first == last) continue;
        last = prints_[at].first;
        fmt::format_to(std::back_inserter(wanted), "{}{}", count++ == 0 ? "" : ",", last);
      }
      wanted += ']';
      ask_texts<3>(
          sql, text, [&](const std::array<std::string, 3>& row) { meet(row); }, soci::use(wanted));
    }
  }

  std::vector<NumberPair> pairs() {
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    return std::move(pairs_);
  }

 private:
  void meet(const std::array<std::string, 3>& row) {
    const long long print = std::strtoll(row[0].c_str(), nullptr, 10);
    const long long id = std::strtoll(row[1].c_str(), nullptr, 10);
    const std::string& near = row[2];
    for (auto it = std::lower_bound(prints_.begin(), prints_.end(), NumberPair{print, 0});
         it != prints_.end() && it->first == print; ++it)
      compare(at_.at(it->second), id, near);
  }
  void compare(std::size_t mine, long long id, std::string_view near) {
    if (found_[mine] >= kPairsOfAName || names_[mine].id == id) return;
    if (edits_between(names_[mine].near, near, 1) > 1) return;
    ++found_[mine];
    pairs_.push_back({names_[mine].id, id});
    pairs_.push_back({id, names_[mine].id});
  }

  const std::vector<NearName>& names_;
  const std::vector<NumberPair>& prints_;
  std::unordered_map<long long, std::size_t> at_;
  std::vector<std::size_t> found_;
  std::vector<NumberPair> pairs_;
};

void add_names(soci::session& sql, StoreEngine engine, std::vector<NearName> names) {
  number_names(sql, engine, names);
  names.erase(std::remove_if(names.begin(), names.end(), [](const NearName& name) { return name.id != 0; }),
              names.end());
  if (names.empty()) return;
  JsonArray rows;
  for (const NearName& name : names) rows.push_back(JsonObject{{"near", name.near}, {"name", name.name}});
  const std::string added = canonical_json(rows);
  sql << (engine == StoreEngine::kSqlite
              ? "insert into near_names (near_key, name_key) select value->>'near', value->>'name' from "
                "json_each(:rows) where true on conflict (near_key) do nothing"
              : "insert into near_names (near_key, name_key) select x.near, x.name from "
                "jsonb_to_recordset(cast(:rows as jsonb)) as x(near text, name text) on conflict (near_key) "
                "do nothing"),
      soci::use(added);
  number_names(sql, engine, names);
  std::vector<NumberPair> prints;
  for (const NearName& name : names) {
    for (const std::int64_t print : deletion_prints(name.near, 1)) prints.push_back({print, name.id});
  }
  std::sort(prints.begin(), prints.end());
  PairFinder finder(names, prints);
  finder.with_those_there(sql, engine);
  finder.among_themselves();
  insert_pairs(sql, engine, "near_keys (print, name_id)", prints);
  insert_pairs(sql, engine, "near_pairs (name_id, other_id)", finder.pairs());
}

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): taken over from callers that are done with it
void index_names(soci::session& sql, StoreEngine engine, ToolNames tools) {
  std::vector<NearName> names = near_names(tools);
  for (std::size_t at = 0; at < names.size(); at += kNamesAtOnce) {
    const auto begin = names.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), at + kNamesAtOnce));
    add_names(sql, engine, {std::make_move_iterator(begin), std::make_move_iterator(end)});
  }
}

void index_hosts(soci::session& sql, StoreEngine engine, std::vector<std::string> labels) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  if (!labels.empty() && labels.front().empty()) labels.erase(labels.begin());
  if (labels.empty()) return;
  const std::string wanted = texts_json(labels);
  std::vector<std::string> known;
  ask_texts<1>(
      sql,
      "select listed.item from " + listed_texts(engine, "wanted") +
          " where exists (select 1 from near_hosts where label = listed.item)",
      [&](const std::array<std::string, 1>& row) { known.push_back(row[0]); }, soci::use(wanted));
  std::sort(known.begin(), known.end());
  std::vector<std::pair<long long, std::string>> fresh;
  for (const std::string& label : labels) {
    if (std::binary_search(known.begin(), known.end(), label)) continue;
    for (const std::int64_t print : deletion_prints(std::string_view(label).substr(0, kLongestHostLabel), 2))
      fresh.emplace_back(print, label);
  }
  std::sort(fresh.begin(), fresh.end());
  for (std::size_t at = 0; at < fresh.size(); at += kNumbersAtOnce) {
    std::vector<long long> prints;
    std::vector<std::string> texts;
    for (std::size_t i = at; i < std::min(fresh.size(), at + kNumbersAtOnce); ++i) {
      prints.push_back(fresh[i].first);
      texts.push_back(fresh[i].second);
    }
    if (engine == StoreEngine::kSqlite) {
      sql << "insert into near_hosts (print, label) values (:print, :label) on conflict do nothing",
          soci::use(prints), soci::use(texts);
    } else {
      const std::string numbers = fmt::format("{{{}}}", fmt::join(prints, ",")), json = texts_json(texts);
      sql << "insert into near_hosts (print, label) select * from rows from (unnest(cast(:prints as "
             "bigint[])), json_array_elements_text(cast(:labels as json))) on conflict do nothing",
          soci::use(numbers), soci::use(json);
    }
  }
}

}  // namespace mcpjury
