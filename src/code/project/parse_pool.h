// Hands files to parsing children and collects their summaries; private to this folder.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "code/project/project.h"

namespace mcpjury {

// What a child does with one file.
using Summarise = std::function<FileSummary(const std::string& path, std::string text)>;
FileSummary summarise(const std::string& path, std::string text);

// One summary a path, in the same order; `skipped` says why a file was not read. `seen` is called with each
// text before it is handed on.
std::vector<FileSummary> summarise_files(const std::vector<std::string>& paths, const ReadText& read,
                                         const ProjectOptions& options,
                                         const std::function<void(std::size_t, const std::string&)>& seen,
                                         const Summarise& work = summarise);

}  // namespace mcpjury
