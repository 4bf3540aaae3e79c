// The lists about packages, packed into one text each: see PackageLists of catalog.h.
#include <algorithm>
#include <set>
#include <sstream>

#include "load_parts.h"

namespace catalogc {
namespace {

std::string joined(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : " ") + value;
  return out;
}

// "scan[.]example[.]org": written so that the list itself is not taken for what it names.
std::string armed(std::string value) {
  for (std::size_t at = 0; (at = value.find("[.]", at)) != std::string::npos;) value.replace(at, 3, ".");
  return value;
}

void add_row(std::string& out, const std::vector<std::string>& columns, MapReader& reader) {
  std::string row;
  for (const std::string& column : columns) {
    if (column.find_first_of("\t\n") != std::string::npos)
      reader.complain("a tab or a line break in a value");
    row += (row.empty() && &column == &columns.front() ? "" : "\t") + column;
  }
  out += row + "\n";
}

void one_of(MapReader& reader, const char* key, const std::string& value,
            const std::set<std::string>& known) {
  if (!known.contains(value)) reader.complain(std::string(key) + ": " + value + " is not known");
}

void load_malicious(MapReader& list, const std::string& file, CatalogSource& source) {
  for (const auto& item : list.get("packages")) {
    MapReader entry(item, file, list.complaints());
    const std::string below = entry.text("below"), kind = entry.text("kind", "malicious"),
                      action = entry.text("action", "block");
    const std::vector<std::string> versions = entry.list("versions");
    one_of(entry, "kind", kind, {"malicious", "vulnerability"});
    one_of(entry, "action", action, {"block", "warn"});
    const bool all = entry.flag("all");
    if (versions.empty() && below.empty() && !all) entry.complain("neither versions, below nor all");
    add_row(source.packages.malicious,
            {entry.required("ecosystem"), entry.required("package"), kind, action, entry.required("id"),
             joined(entry.list("aliases")), joined(versions), all ? "*" : below, entry.required("summary")},
            entry);
    entry.finish();
  }
}

void load_indicators(MapReader& list, const std::string& file, CatalogSource& source) {
  std::set<std::string> ids;
  for (const auto& item : list.get("indicators")) {
    MapReader entry(item, file, list.complaints());
    const std::string id = entry.required("id"), kind = entry.required("kind"),
                      where = entry.text("where", "any"), confidence = entry.text("confidence", "high");
    one_of(entry, "kind", kind, {"domain", "address", "url", "path", "file", "script", "package"});
    one_of(entry, "where", where, {"any", "script"});
    one_of(entry, "confidence", confidence, {"high", "medium", "low"});
    if (!ids.insert(id).second) entry.complain("id " + id + " occurs twice");
    std::string value = armed(entry.required("value"));
    if (value.size() < 6 && kind != "package") entry.complain("the value of " + id + " is too short");
    std::transform(value.begin(), value.end(), value.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    add_row(source.packages.indicators, {id, kind, value, entry.required("campaign"), where, confidence},
            entry);
    entry.finish();
  }
}

// Words between blanks: thousands of names are easier to read so than one a line.
std::string names_of(MapReader& list, const char* key) {
  std::set<std::string> names;
  std::istringstream words(list.required(key));
  for (std::string word; words >> word;) names.insert(word);
  std::string out;
  for (const std::string& name : names) out += name + "\n";
  return out;
}

}  // namespace

void load_package_list(const std::string& name, const std::string& file, const YAML::Node& document,
                       CatalogSource& source, Complaints& complaints) {
  MapReader list(document, file, complaints);
  if (name == "malicious-packages") load_malicious(list, file, source);
  if (name == "indicators") load_indicators(list, file, source);
  if (name == "popular-packages") {
    source.packages.popular_npm = names_of(list, "npm");
    source.packages.popular_pypi = names_of(list, "pypi");
    source.packages.legitimate = names_of(list, "legitimate");
  }
  list.finish();
}

}  // namespace catalogc
