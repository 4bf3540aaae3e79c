// bench_judges ROWS [SECONDS]: tools a second of the five embedded judges together, on one core.
//
// ROWS is NDJSON with a "tool" in each line (the labelled corpora have that form) or with a tool itself.
// Reading the file is not counted; reading, parsing and judging the texts of the tools is.
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "base/json.h"
#include "judge/judge.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "bench_judges ROWS [SECONDS]\n";
    return 2;
  }
  std::vector<mcpjury::Json> tools;
  std::ifstream in(argv[1]);
  for (std::string line; std::getline(in, line);) {
    auto parsed =
        mcpjury::parse_json(line, argv[1], {.max_depth = 128, .note_duplicate_keys = false, .storage = {}});
    if (!parsed || !parsed->value.is_object()) continue;
    const mcpjury::Json* tool = mcpjury::find(parsed->value, "tool");
    tools.push_back(tool != nullptr ? *tool : parsed->value);
  }
  if (tools.empty()) {
    std::cerr << "no tools in " << argv[1] << '\n';
    return 2;
  }
  const auto judges = mcpjury::embedded_judges();
  const double seconds = argc > 2 ? std::atof(argv[2]) : 2.0;
  // Time of the processor, not of the clock: others may be at work on the machine.
  const std::clock_t begin = std::clock();
  std::size_t judged = 0, bytes = 0;
  double taken = 0;
  while (taken < seconds) {
    for (const mcpjury::Json& tool : tools) {
      if (!tool.is_object()) continue;
      mcpjury::JudgedUnit unit;
      unit.tool = &tool.get_object();
      unit.tool_name = mcpjury::find_string(*unit.tool, "name");
      for (const auto& judge : judges) bytes += judge->judge(unit).answers[0].reason.size();
      ++judged;
    }
    taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  }
  std::cout << static_cast<long>(static_cast<double>(judged) / taken) << " tools/s, five judges, one core ("
            << judged << " tools, " << bytes << " bytes of reasons)\n";
  return 0;
}
