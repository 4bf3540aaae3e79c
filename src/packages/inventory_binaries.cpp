// Programs that Dockerfiles, install scripts and workflow steps fetch by name and version: assignments such
// as TRIVY_VERSION=0.69.4, addresses of releases, and packages named to npm, pip and go. Images of FROM
// lines.
//
// Text is read line by line, nothing is expanded; a version that is a variable is left out.
#include <algorithm>
#include <array>
#include <cctype>

#include "base/ascii.h"
#include "packages/inventory_formats.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxLine = 4096;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool ends_word(char c) {
  return c == ' ' || c == '\t' || c == '"' || c == '\'' || c == ';' || c == '&' || c == ')';
}

// "v0.69.4", "1.2", "2.0.0-rc1" at the beginning; empty when no number with a dot stands there.
std::string_view version_at(std::string_view text) {
  const std::size_t digit = text.starts_with("v") || text.starts_with("V") ? 1 : 0;
  if (text.size() <= digit || !ascii::is_digit(text[digit])) return {};
  std::size_t end = digit;
  bool dot = false;
  while (end < text.size() &&
         (is_word(text[end]) || text[end] == '.' || text[end] == '-' || text[end] == '+')) {
    dot = dot || text[end] == '.';
    ++end;
  }
  while (end > 0 && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
  return dot && end < 60 ? text.substr(0, end) : std::string_view();
}

class BinaryReader {
 public:
  BinaryReader(InventoryBuilder& builder, bool dockerfile) : builder_(builder), dockerfile_(dockerfile) {}

  void line(std::string_view text, std::uint32_t number) {
    if (text.size() > kMaxLine) return;
    std::string_view rest = text;
    const std::string_view first = take_word(rest);
    if (first.starts_with("#")) return;
    number_ = number;
    if (dockerfile_ && (first == "FROM" || first == "from")) from(rest);
    assigned(text);
    released(text);
    installed(text);
  }

 private:
  void add(std::string_view ecosystem, std::string_view name, std::string_view version,
           std::string_view resolved = {}) {
    PackageRow row;
    row.ecosystem = ecosystem;
    row.name = name;
    row.version = version;
    row.resolved = resolved;
    row.line = number_;
    row.direct = true;
    row.development = true;  // it builds the project, or runs beside it
    row.group = "build";
    builder_.add(std::move(row));
  }

  // TRIVY_VERSION=0.69.4, ARG and ENV of Dockerfiles, also with a blank instead of the sign.
  void assigned(std::string_view text) {
    constexpr std::string_view kEnd = "_VERSION";
    for (std::size_t at = text.find(kEnd); at != std::string_view::npos; at = text.find(kEnd, at + 1)) {
      std::size_t begin = at;
      while (begin > 0 && is_word(text[begin - 1])) --begin;
      std::string_view value = text.substr(at + kEnd.size());
      if (value.empty() || (value.front() != '=' && value.front() != ' ' && value.front() != ':')) continue;
      if (value.front() == ' ' && !dockerfile_) continue;
      while (!value.empty() && (value.front() == '=' || value.front() == ' ' || value.front() == ':' ||
                                value.front() == '"' || value.front() == '\''))
        value.remove_prefix(1);
      if (value.starts_with("${") && value.find(":-") != std::string_view::npos)
        value.remove_prefix(value.find(":-") + 2);  // ${X:-1.2.3}
      const std::string_view version = version_at(value);
      if (version.empty() || at == begin) continue;
      std::string name;
      for (const char c : text.substr(begin, at - begin))
        name += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      add("binary", name, version);
    }
  }

  // https://github.com/OWNER/NAME/releases/download/v1.2.3/…, also of other forges with the same ways.
  void released(std::string_view text) {
    constexpr std::string_view kWay = "/releases/download/";
    for (std::size_t at = text.find(kWay); at != std::string_view::npos; at = text.find(kWay, at + 1)) {
      const std::size_t scheme = text.rfind("://", at);
      const std::size_t slash = text.rfind('/', at - (at == 0 ? 0 : 1));
      if (scheme == std::string_view::npos || slash == std::string_view::npos || slash <= scheme + 3)
        continue;
      const std::string_view name = text.substr(slash + 1, at - slash - 1);
      std::string_view tag = text.substr(at + kWay.size());
      tag = tag.substr(0, tag.find('/'));
      // Tags such as "cli-v1.2.3" name the part first.
      while (!tag.empty() && version_at(tag).empty()) tag.remove_prefix(1);
      const std::string_view version = version_at(tag);
      const std::size_t begin = text.rfind('h', scheme);
      if (version.empty() || name.empty() || begin == std::string_view::npos) continue;
      add("binary", name, version, text.substr(begin, at - begin));
    }
  }

  struct Client {
    std::string_view command, ecosystem, sign;
  };

  // npm install -g name@1.2.3, pip install name==1.2.3, go install path@v1.2.3.
  void installed(std::string_view text) {
    constexpr std::array kClients = {Client{"npm install ", "npm", "@"},
                                     Client{"npm i ", "npm", "@"},
                                     Client{"npx ", "npm", "@"},
                                     Client{"pnpm add ", "npm", "@"},
                                     Client{"pip install ", "PyPI", "=="},
                                     Client{"pip3 install ", "PyPI", "=="},
                                     Client{"pipx install ", "PyPI", "=="},
                                     Client{"uv tool install ", "PyPI", "=="},
                                     Client{"uvx ", "PyPI", "=="},
                                     Client{"go install ", "Go", "@"},
                                     Client{"cargo install ", "crates.io", "@"}};
    for (const Client& client : kClients) {
      const std::size_t at = text.find(client.command);
      if (at == std::string_view::npos || (at > 0 && is_word(text[at - 1]))) continue;
      const std::string_view rest = text.substr(at + client.command.size());
      named(client, rest);
    }
  }

  // Every word with an exact version, up to the end of the command.
  void named(const Client& client, std::string_view rest) {
    for (int words = 0; words < 40 && !rest.empty(); ++words) {
      while (!rest.empty() && ends_word(rest.front())) {
        if (rest.front() == '&' || rest.front() == ';') return;
        rest.remove_prefix(1);
      }
      std::size_t end = 0;
      while (end < rest.size() && !ends_word(rest[end])) ++end;
      const std::string_view word = rest.substr(0, end);
      rest.remove_prefix(end);
      const std::size_t sign = word.rfind(client.sign);
      if (word.starts_with("-") || sign == std::string_view::npos || sign == 0) continue;
      std::string_view name = word.substr(0, sign);
      const std::string_view version = version_at(word.substr(sign + client.sign.size()));
      if (version.empty() || name.find("://") != std::string_view::npos) continue;
      name = name.substr(0, name.find('['));  // extras
      add(client.ecosystem, name, version);
    }
  }

  void from(std::string_view rest) {
    std::string_view image = take_word(rest);
    while (image.starts_with("--")) image = take_word(rest);
    if (image.empty() || image == "scratch" || image.find('$') != std::string_view::npos) return;
    const std::size_t digest = std::min(image.find('@'), image.size());
    const std::string_view tagged = image.substr(0, digest);
    std::size_t tag = tagged.rfind(':');
    if (tag != std::string_view::npos && tagged.find('/', tag) != std::string_view::npos)
      tag = std::string_view::npos;  // a port
    // A stage of the same file has no tag and no folder.
    if (tag == std::string_view::npos && digest == image.size() && tagged.find('/') == std::string_view::npos)
      return;
    PackageRow row;
    row.ecosystem = "docker";
    row.name = tagged.substr(0, tag);
    if (tag != std::string_view::npos) row.version = tagged.substr(tag + 1);
    row.integrity = image.substr(std::min(digest + 1, image.size()));
    row.line = number_;
    row.direct = true;
    row.group = "build";
    builder_.add(std::move(row));
  }

  InventoryBuilder& builder_;
  bool dockerfile_;
  std::uint32_t number_ = 0;
};

void read_lines(std::string_view text, std::uint32_t first_line, bool dockerfile, InventoryBuilder& builder) {
  BinaryReader reader(builder, dockerfile);
  TextLines lines(text);
  std::uint32_t number = first_line;
  for (std::string_view line; lines.next(line); ++number) reader.line(line, number);
}

}  // namespace

Status read_dockerfile(const InventorySource& source, InventoryBuilder& builder) {
  read_lines(source.text, 1, true, builder);
  return Ok{};
}

Status read_install_script(const InventorySource& source, InventoryBuilder& builder) {
  read_lines(source.text, 1, false, builder);
  return Ok{};
}

void read_shell_step(std::string_view text, std::uint32_t line, InventoryBuilder& builder) {
  read_lines(text, line, false, builder);
}

}  // namespace mcpjury
