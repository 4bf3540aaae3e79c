// Which functions of a file answer a tool's call, and which of their parameters a caller fills.
#pragma once

#include <string>
#include <vector>

#include "code/flows/names.h"
#include "code/parsed_file.h"

namespace mcpjury::flow {

struct Handler {
  std::uint32_t function = kNone;  // of this file; kNone: `target` names it
  std::string target, module;      // a function of another file
  std::string tool;                // empty: not known here
  std::uint32_t line = 0;
  enum class Source {
    kFirst,       // first parameter is the arguments
    kSecond,      // second one is (name, arguments)
    kThird,       // Go's typed handlers: (ctx, request, input)
    kRequest,     // first parameter is a JSON-RPC request: params.arguments
    kParameters,  // every parameter is an argument
  } source = Source::kFirst;
  std::vector<std::string> harmless;  // members whose schema allows nothing harmful: ".limit"
};

std::vector<Handler> find_handlers(const ParsedFile& file, const Program& program, const Names& names);

// Members of a zod object, or of a zod shape, that are numbers, booleans, closed lists or tight patterns.
std::vector<std::string> harmless_members(const Program& program, const Names& names, ExprId schema);

}  // namespace mcpjury::flow
