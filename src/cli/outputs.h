// Where reports go: at most one format on stdout, any number in files.
//
// Files appear whole or not at all: they are written beside their place and renamed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace mcpjury {

struct Output {
  std::string format;
  std::string file;  // empty: stdout
};

// Every format, in the order help lists them.
std::vector<std::string> format_names();

// text on stdout when `wanted` is empty. Two on stdout, two in one file and unknown formats are errors.
Result<std::vector<Output>> parse_outputs(const std::vector<std::string>& wanted);

std::string render(const Output& output, const Reports& reports, const RenderOptions& options);

// Where it goes, piece by piece where the format allows it.
Status write_output(const Output& output, const Reports& reports, const RenderOptions& options);

// A reader that went away is no error; `gone` tells.
Status write_stdout(std::string_view text, bool* gone = nullptr);
Status write_file(const std::string& path, std::string_view text);

// A file written piece by piece; removed when it is not committed.
class PendingFile {
 public:
  PendingFile() = default;
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  Status open(const std::string& path);
  Status write(std::string_view text);
  Status commit();

 private:
  Error failure(int number) const;

  std::string path_, temporary_;  // no temporary: a device or pipe, written directly
  int descriptor_ = -1;
};

// Removes the file that is being written; safe in a signal handler.
void remove_pending_file();

}  // namespace mcpjury
