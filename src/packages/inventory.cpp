#include "packages/inventory.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>

#include "base/utf8.h"
#include "packages/inventory_formats.h"

namespace mcpjury {
namespace {

using Reader = Status (*)(const InventorySource&, InventoryBuilder&);

struct NamedFile {
  std::string_view name;  // without folders; case as the tools write it
  std::string_view kind;  // readers with several versions say more
  Reader read;
};

constexpr NamedFile kFiles[] = {
    {"package.json", "package.json", read_npm_manifest},
    {"package-lock.json", "package-lock", read_npm_lock},
    {".package-lock.json", "package-lock", read_npm_lock},
    {"npm-shrinkwrap.json", "npm-shrinkwrap", read_npm_lock},
    {"pnpm-lock.yaml", "pnpm-lock", read_pnpm_lock},
    {"yarn.lock", "yarn.lock", read_yarn_lock},
    {"go.mod", "go.mod", read_go_mod},
    {"go.sum", "go.sum", read_go_sum},
    {"pyproject.toml", "pyproject.toml", read_pyproject},
    {"poetry.lock", "poetry.lock", read_poetry_lock},
    {"uv.lock", "uv.lock", read_uv_lock},
    {"Pipfile.lock", "Pipfile.lock", read_pipfile_lock},
    {"pdm.lock", "pdm.lock", read_pdm_lock},
    {"Cargo.lock", "Cargo.lock", read_cargo_lock},
    {"Cargo.toml", "Cargo.toml", read_cargo_manifest},
    {"pom.xml", "pom.xml", read_maven_pom},
    {"gradle.lockfile", "gradle.lockfile", read_gradle_lock},
    {"buildscript-gradle.lockfile", "gradle.lockfile", read_gradle_lock},
    {"packages.lock.json", "packages.lock.json", read_nuget_lock},
    {"Gemfile.lock", "Gemfile.lock", read_gem_lock},
    {"gems.locked", "Gemfile.lock", read_gem_lock},
    {"composer.lock", "composer.lock", read_composer_lock},
    {"action.yml", "github-action", read_workflow},
    {"action.yaml", "github-action", read_workflow},
};
constexpr NamedFile kRequirements = {"", "requirements.txt", read_requirements};
constexpr NamedFile kDockerfile = {"", "dockerfile", read_dockerfile};
constexpr NamedFile kInstallScript = {"", "install-script", read_install_script};
constexpr NamedFile kWorkflow = {"", "github-workflow", read_workflow};

bool is_requirements(std::string_view folder, std::string_view name) {
  if (!name.ends_with(".txt")) return false;
  if (folder == "requirements" || folder.ends_with("/requirements")) return true;
  return name.starts_with("requirements") || name.ends_with("-requirements.txt") ||
         name.ends_with("_requirements.txt") || name == "constraints.txt";
}

bool is_dockerfile(std::string_view name) {
  return name == "Dockerfile" || name == "Containerfile" || name.starts_with("Dockerfile.") ||
         name.ends_with(".dockerfile") || name.ends_with(".Dockerfile");
}

bool is_install_script(std::string_view name) {
  return name.ends_with(".sh") && (name.starts_with("install") || name.starts_with("setup") ||
                                   name.starts_with("bootstrap") || name.starts_with("postinstall"));
}

const NamedFile* file_for(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view folder =
      slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const auto* found = std::find_if(std::begin(kFiles), std::end(kFiles),
                                   [&](const NamedFile& file) { return file.name == name; });
  if (found != std::end(kFiles)) return found;
  if (is_requirements(folder, name)) return &kRequirements;
  const bool workflows = folder == ".github/workflows" || folder.ends_with("/.github/workflows");
  if (workflows && (name.ends_with(".yml") || name.ends_with(".yaml"))) return &kWorkflow;
  if (is_dockerfile(name)) return &kDockerfile;
  if (is_install_script(name)) return &kInstallScript;
  return nullptr;
}

// PowerShell's ">" writes UTF-16, and so come many requirements.txt. Everything else that is not UTF-8 gets
// replacement characters.
std::string as_utf8(std::string_view text, InventoryBuilder& builder) {
  std::string out;
  const bool little = text.starts_with("\xFF\xFE");
  if (!little && !text.starts_with("\xFE\xFF")) {
    for (std::size_t at = 0; at < text.size();) {
      const DecodedChar c = decode_utf8(text, at);
      append_utf8(out, c.code);
      at += c.bytes;
    }
    builder.note("not UTF-8; the bytes that are not are read as U+FFFD");
    return out;
  }
  const auto unit = [&](std::size_t at) {
    const auto low = static_cast<unsigned char>(text[at + (little ? 0 : 1)]);
    const auto high = static_cast<unsigned char>(text[at + (little ? 1 : 0)]);
    return static_cast<char32_t>((high << 8) | low);
  };
  for (std::size_t at = 2; at + 1 < text.size(); at += 2) {
    char32_t code = unit(at);
    if (code >= 0xD800 && code < 0xE000) {
      const bool pair =
          code < 0xDC00 && at + 3 < text.size() && unit(at + 2) >= 0xDC00 && unit(at + 2) < 0xE000;
      code = pair ? 0x10000 + ((code - 0xD800) << 10) + (unit(at + 2) - 0xDC00) : 0xFFFD;
      if (pair) at += 2;
    }
    append_utf8(out, code);
  }
  builder.note("UTF-16, read as such");
  return out;
}

Result<Inventory> read_with(const NamedFile& file, std::string_view path, std::string_view text) {
  InventoryBuilder builder;
  builder.set_kind(file.kind);
  std::string converted;
  if (!is_valid_utf8(text)) {
    converted = as_utf8(text, builder);
    text = converted;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const Status status = file.read({path, text}, builder);
  if (!status) return status.error();
  return builder.take();
}

}  // namespace

bool is_inventory_file(std::string_view path) { return file_for(path) != nullptr; }

Result<Inventory> read_inventory(std::string_view path, std::string_view text) {
  const NamedFile* file = file_for(path);
  if (file == nullptr) return inventory_error(ErrorCode::kUnknownScheme, path, "no lock file or manifest");
  if (text.size() > kMaxInventoryBytes) {
    return inventory_error(ErrorCode::kLimit, path,
                           fmt::format("larger than {} MiB", kMaxInventoryBytes >> 20));
  }
  // The libraries behind the readers may throw where nobody expects it.
  try {
    return read_with(*file, path, text);
  } catch (const std::bad_alloc&) {
    return inventory_error(ErrorCode::kLimit, path, "not enough memory");
  } catch (const std::exception& fault) {
    return inventory_error(ErrorCode::kNotJson, path, fault.what());
  }
}

}  // namespace mcpjury
