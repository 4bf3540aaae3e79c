#include "observe/package/simple_index.h"

#include <algorithm>

#include "packages/versions.h"

namespace mcpjury {
namespace {

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto is = [&](std::string_view entity) { return text.substr(i, entity.size()) == entity; };
    if (is("&amp;")) {
      out += '&';
      i += 5;
    } else if (is("&gt;")) {
      out += '>';
      i += 4;
    } else if (is("&lt;")) {
      out += '<';
      i += 4;
    } else if (is("&quot;")) {
      out += '"';
      i += 6;
    } else {
      out += text[i++];
    }
  }
  return out;
}

// The value of an attribute inside one tag; nothing when it is not there.
std::optional<std::string> attribute(std::string_view tag, std::string_view name) {
  for (std::size_t at = tag.find(name); at != std::string_view::npos; at = tag.find(name, at + 1)) {
    if (at == 0 || (tag[at - 1] != ' ' && tag[at - 1] != '\t' && tag[at - 1] != '\n')) continue;
    std::string_view rest = tag.substr(at + name.size());
    if (!rest.starts_with('=')) {
      if (rest.empty() || rest.front() == ' ') return std::string();
      continue;
    }
    rest.remove_prefix(1);
    const char quote = rest.empty() ? '\0' : rest.front();
    if (quote != '"' && quote != '\'') return std::string(rest.substr(0, rest.find(' ')));
    rest.remove_prefix(1);
    return unescaped(rest.substr(0, rest.find(quote)));
  }
  return std::nullopt;
}

bool is_hex(std::string_view text, std::size_t size) {
  return text.size() == size && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool is_pre_release(std::string_view version) {
  return version.find_first_of("abcABCrRdD") != std::string_view::npos;
}

}  // namespace

std::optional<std::vector<IndexFile>> read_simple_json(std::string_view text) {
  JsonReadOptions reading;
  reading.max_depth = 32;
  reading.note_duplicate_keys = false;
  auto json = parse_json(text, "index", reading);
  const JsonObject* document = json.ok() ? json->value.if_object() : nullptr;
  const JsonArray* list = document != nullptr ? find_array(*document, "files") : nullptr;
  if (list == nullptr) return std::nullopt;
  std::vector<IndexFile> out;
  for (const Json& entry : *list) {
    const JsonObject* one = entry.if_object();
    if (one == nullptr || out.size() >= kMaxIndexFiles) continue;
    IndexFile file;
    file.file_name = std::string(find_string(*one, "filename"));
    file.url = std::string(find_string(*one, "url"));
    if (const JsonObject* hashes = find_object(*one, "hashes")) {
      if (const std::string_view hash = find_string(*hashes, "sha256"); is_hex(hash, 64)) file.sha256 = hash;
    }
    file.uploaded_at = std::string(find_string(*one, "upload-time"));
    file.provenance = std::string(find_string(*one, "provenance"));
    file.shows_provenance = one->contains("provenance");
    const Json* yanked = find(*one, "yanked");
    file.yanked = yanked != nullptr && (yanked->is_string() || (yanked->is_bool() && yanked->get_bool()));
    file.yanked_reason = std::string(find_string(*one, "yanked"));
    out.push_back(std::move(file));
  }
  return out;
}

std::vector<IndexFile> read_simple_html(std::string_view text) {
  std::vector<IndexFile> out;
  for (std::size_t at = text.find("<a "); at != std::string_view::npos && out.size() < kMaxIndexFiles;
       at = text.find("<a ", at + 3)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string_view::npos) break;
    const std::size_t close = text.find('<', end);
    const std::string_view tag = text.substr(at, end - at);
    const auto href = attribute(tag, "href");
    if (!href) continue;
    IndexFile file;
    file.file_name = unescaped(text.substr(end + 1, close == std::string_view::npos ? 0 : close - end - 1));
    const std::size_t hash = href->find('#');
    file.url = href->substr(0, hash);
    constexpr std::string_view kDigest = "#sha256=";
    if (hash != std::string::npos && href->compare(hash, kDigest.size(), kDigest) == 0) {
      const std::string digest = href->substr(hash + kDigest.size(), 64);
      if (is_hex(digest, 64)) file.sha256 = digest;
    }
    if (const auto yanked = attribute(tag, "data-yanked")) {
      file.yanked = true;
      file.yanked_reason = *yanked;
    }
    file.uploaded_at = attribute(tag, "data-upload-time").value_or("");
    file.provenance = attribute(tag, "data-provenance").value_or("");
    file.shows_provenance = !file.provenance.empty();
    out.push_back(std::move(file));
  }
  return out;
}

void read_file_name(std::string_view project, IndexFile& file) {
  std::string_view name = file.file_name;
  if (name.ends_with(".whl")) {
    const std::size_t first = name.find('-');
    const std::size_t second = first == std::string_view::npos ? first : name.find('-', first + 1);
    if (second == std::string_view::npos || normal_name(Ecosystem::kPyPI, name.substr(0, first)) != project)
      return;
    file.version = std::string(name.substr(first + 1, second - first - 1));
    file.is_wheel = true;
    return;
  }
  for (const std::string_view extension : {".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".zip"}) {
    if (!name.ends_with(extension)) continue;
    name.remove_suffix(extension.size());
    // The name may hold hyphens itself: the version is what is left behind the project's name.
    for (std::size_t dash = name.find('-'); dash != std::string_view::npos; dash = name.find('-', dash + 1)) {
      if (normal_name(Ecosystem::kPyPI, name.substr(0, dash)) != project) continue;
      file.version = std::string(name.substr(dash + 1));
      file.is_sdist = true;
      return;
    }
  }
}

std::string choose_python_version(const std::vector<IndexFile>& files, std::string_view wanted) {
  std::string best;
  for (const bool pre_releases : {false, true}) {
    for (const IndexFile& file : files) {
      if (file.version.empty() || !compare_versions(Ecosystem::kPyPI, file.version, file.version)) continue;
      if (!wanted.empty()) {
        const auto same = compare_versions(Ecosystem::kPyPI, file.version, wanted);
        if (same && *same == 0) return file.version;
        if (!range_holds(Ecosystem::kPyPI, wanted, file.version).value_or(false)) continue;
      }
      if (file.yanked || (is_pre_release(file.version) && !pre_releases)) continue;
      if (best.empty() || compare_versions(Ecosystem::kPyPI, file.version, best).value_or(0) > 0)
        best = file.version;
    }
    if (!best.empty()) break;
  }
  return best;
}

}  // namespace mcpjury
