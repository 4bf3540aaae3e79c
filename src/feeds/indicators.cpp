#include "feeds/indicators.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "catalog/catalog.h"
#include "feeds/literal_search.h"
#include "feeds/packed_rows.h"

namespace mcpjury {
namespace {

struct Indicator {
  std::string_view id, kind, value, campaign, where, confidence;
};

struct Table {
  std::vector<Indicator> rows;
  LiteralSearch search;

  static std::vector<Indicator> read() {
    std::vector<Indicator> out;
    for_each_row<6>(catalog().packages.indicators, [&](const std::array<std::string_view, 6>& row) {
      out.push_back({row[0], row[1], row[2], row[3], row[4], row[5]});
    });
    return out;
  }
  static std::vector<std::string_view> values(const std::vector<Indicator>& rows) {
    std::vector<std::string_view> out;
    for (const Indicator& row : rows) out.push_back(row.value);
    return out;
  }
  static const Table& instance() {
    static const Table kTable = [] {
      std::vector<Indicator> all = read();
      LiteralSearch literals(values(all));
      return Table{std::move(all), std::move(literals)};
    }();
    return kTable;
  }
};

bool is_name_char(char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; }

// What may not stand around a whole one.
bool stands_alone(const Indicator& row, std::string_view text, std::size_t begin, std::size_t end) {
  const char before = begin > 0 ? text[begin - 1] : ' ';
  const char after = end < text.size() ? text[end] : ' ';
  const char behind = end + 1 < text.size() ? text[end + 1] : ' ';
  const bool goes_on = is_name_char(after) || (after == '.' && ascii::is_alnum(behind));
  if (row.kind == "domain") return !is_name_char(before) && !goes_on;  // a name below it is its own
  if (row.kind == "address") return !is_name_char(before) && before != '.' && !goes_on;
  if (row.kind == "url") return !is_name_char(before) && !is_name_char(after);
  if (row.kind == "file") return !is_name_char(before) && before != '.' && !goes_on;
  if (row.kind == "package") {
    if (is_name_char(before) || before == '.' || goes_on) return false;
    // "@other/plain-crypto-js" is another package.
    std::size_t at = begin;
    if (before == '/') --at;
    while (at > 0 && is_name_char(text[at - 1])) --at;
    return before != '/' || at == 0 || text[at - 1] != '@';
  }
  return true;  // paths and script texts
}

IndicatorHit hit_of(const Indicator& row) {
  return {row.id, row.kind, row.value, row.campaign, row.confidence, 0, 1};
}

bool applies(const Indicator& row, FileUse use) {
  if (use == FileUse::kLock) return row.kind == "package";
  // Names of packages are words in prose and code; they count where packages are named.
  if (row.kind == "package") return use == FileUse::kMetadata || use == FileUse::kScript;
  return row.where != "script" || use == FileUse::kScript;
}

}  // namespace

FileUse file_use(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const auto ends = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return name.ends_with(e); });
  };
  for (const std::string_view lock :
       {"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml"})
    if (name == lock) return FileUse::kLock;
  if (name == "package.json" || name == "pyproject.toml" || name == "METADATA" || name == "PKG-INFO")
    return FileUse::kMetadata;
  if (name == "setup.py" || name == "Makefile" || name == "Dockerfile" ||
      ends({".sh", ".bash", ".ps1", ".bat", ".cmd", ".pth", ".service"}) ||
      path.find(".github/workflows/") != std::string_view::npos) {
    return FileUse::kScript;
  }
  if (ends({".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx", ".py", ".go", ".rs", ".java", ".kt",
            ".cs", ".rb", ".php", ".c", ".cpp", ".h"})) {
    return FileUse::kCode;
  }
  return FileUse::kText;
}

std::vector<IndicatorHit> find_indicators(std::string_view text, FileUse use) {
  const Table& table = Table::instance();
  std::vector<IndicatorHit> out;
  std::vector<bool> seen(table.rows.size());
  table.search.search(text, [&](std::size_t index, std::size_t end) {
    const Indicator& row = table.rows[index];
    if (seen[index] || !applies(row, use)) return;
    const std::size_t begin = end - row.value.size();
    if (!stands_alone(row, text, begin, end)) return;
    seen[index] = true;
    IndicatorHit hit = hit_of(row);
    if (use == FileUse::kText) hit.confidence = "low";
    hit.offset = begin;
    out.push_back(hit);
  });
  // A sign inside another one (a host below a domain) is said once, by the longer.
  const std::vector<IndicatorHit> all = out;
  std::erase_if(out, [&](const IndicatorHit& hit) {
    return std::any_of(all.begin(), all.end(), [&](const IndicatorHit& other) {
      return other.value.size() > hit.value.size() && other.offset <= hit.offset &&
             hit.offset + hit.value.size() <= other.offset + other.value.size();
    });
  });
  std::sort(out.begin(), out.end(),
            [](const IndicatorHit& a, const IndicatorHit& b) { return a.offset < b.offset; });
  std::size_t line = 1, at = 0;
  for (IndicatorHit& hit : out) {
    line +=
        static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                            text.begin() + static_cast<std::ptrdiff_t>(hit.offset), '\n'));
    at = hit.offset;
    hit.line = line;
  }
  return out;
}

std::optional<IndicatorHit> file_indicator(std::string_view path) {
  std::string name(path.substr(path.rfind('/') + 1));
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  for (const Indicator& row : Table::instance().rows) {
    if (row.kind == "file" && row.value == name) return hit_of(row);
  }
  return std::nullopt;
}

std::optional<IndicatorHit> package_indicator(std::string_view ecosystem, std::string_view name) {
  if (ecosystem != "npm") return std::nullopt;  // all that are known are packages of npm
  for (const Indicator& row : Table::instance().rows) {
    if (row.kind == "package" && row.value == name) return hit_of(row);
  }
  return std::nullopt;
}

}  // namespace mcpjury
