// Small steps over a syntax tree that every reader of typed languages takes.
//
// All of them are total: a null node has no children, no type and no text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "code/parsed_file.h"

namespace mcpjury {

inline constexpr std::uint32_t kMaxChildren = 5'000;

TSNode null_node();
bool is_type(TSNode node, std::string_view type);
bool is_comment(TSNode node);
// Named children without comments, at most kMaxChildren.
std::vector<TSNode> children(TSNode node);
TSNode first_child(TSNode node);
TSNode child_of_type(TSNode node, std::string_view type);
// The nearest node above of that type; null when there is none within kMaxAncestors.
inline constexpr int kMaxAncestors = 200;
TSNode ancestor_of_type(TSNode node, std::string_view type);
// A Rust module that is only compiled for tests.
bool is_test_module(const ParsedFile& file, TSNode node);
bool same_node(TSNode a, TSNode b);

// "a.b.C" -> "C", also for "::" and "->"; what stands in brackets is left out.
std::string_view last_name(std::string_view name);

// A call in any of the languages: the whole callee ("mcp.NewTool"), its receiver, and its arguments.
struct Call {
  TSNode node, callee, receiver;
  std::string_view name;               // last name of the callee: "NewTool"; of `new Tool(…)`: "Tool"
  std::string_view path;               // the callee as written, without type arguments
  std::vector<TSNode> arguments;       // for C# and Kotlin what is inside the argument
  std::vector<std::string_view> keys;  // names of named arguments, empty for others; as long as `arguments`
  TSNode type_arguments;
  bool is_new = false;
};
// False when the node is no call.
bool read_call(const ParsedFile& file, TSNode node, Call& call);
// The calls made on a call's result, innermost first: for `b()` in `b().name("x").build()` name and build.
std::vector<Call> calls_on(const ParsedFile& file, TSNode call);
TSNode argument(const Call& call, std::string_view key, std::size_t position);

}  // namespace mcpjury
