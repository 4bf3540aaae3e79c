// Signs of known campaigns (catalog/lists/indicators.yaml) in the text of a file. Pure.
//
// One pass over the text for all signs together, linear, without regard to case. The table is built on first
// use and shared; thread safe. Only whole host names, addresses, paths and file names count: "notsfrclak.com"
// is another host.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace mcpjury {

// What the text is. Documentation and lists of data speak about campaigns; programs carry them.
enum class FileUse {
  kCode,
  kScript,    // runs at installation or in a build: package scripts, setup.py, .pth, workflows, shell
  kMetadata,  // manifest or registry document of a package
  kLock,      // a lock file: packages only
  kText,      // documentation, data: hits are of low confidence
};
FileUse file_use(std::string_view path);

struct IndicatorHit {
  std::string_view id, kind, value, campaign;  // static storage
  std::string_view confidence;                 // "high", "medium", "low"
  std::size_t offset = 0;                      // of the first occurrence
  std::size_t line = 1;
};

// Each sign at most once, in order of its first occurrence.
std::vector<IndicatorHit> find_indicators(std::string_view text, FileUse use);
// By the name of the file alone ("litellm_init.pth"); `path` is relative, with "/".
std::optional<IndicatorHit> file_indicator(std::string_view path);
// A package that exists only to carry malware.
std::optional<IndicatorHit> package_indicator(std::string_view ecosystem, std::string_view name);

}  // namespace mcpjury
