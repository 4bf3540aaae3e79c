#include "code/flows/flows.h"

#include <algorithm>
#include <map>

#include "code/flows/handlers.h"
#include "code/flows/lower.h"
#include "code/flows/reader.h"

namespace mcpjury {
namespace {

using namespace flow;
using Source = Handler::Source;

bool under(std::string_view member, std::string_view prefix) {
  return member.starts_with(prefix) && (member.size() == prefix.size() || member[prefix.size()] == '.');
}

// Whether a caller of the tool fills what this step starts from; makes its member name the argument alone.
bool from_caller(const Handler& handler, const Program& program, FunctionFlow::Step& step) {
  switch (handler.source) {
    case Source::kFirst:
      if (step.parameter != 0) return false;
      // Some frameworks hand the whole request on.
      if (under(step.member, ".params.arguments")) step.member.erase(0, 17);
      break;
    case Source::kSecond:
    case Source::kThird: {
      const std::uint32_t wanted = handler.source == Source::kSecond ? 1 : 2;
      if (step.parameter != wanted) return false;
      step.parameter = 0;
      break;
    }
    case Source::kRequest:
      if (step.parameter != 0) return false;
      if (under(step.member, ".params.arguments")) {
        step.member.erase(0, 17);
      } else if (step.kind != "call" || !(step.member.empty() || step.member == ".params")) {
        return false;
      } else {
        // The request goes on as it is: what is asked of it there is still under params.arguments.
        step.member = step.member.empty() ? "^.params.arguments" : "^.arguments";
      }
      break;
    case Source::kParameters: {
      const Function& function = program.functions[handler.function];
      if (step.parameter >= function.parameters.size()) return false;
      const Parameter& parameter = function.parameters[step.parameter];
      if (parameter.type.find("Context") != std::string::npos) return false;
      const std::string& name = program.at(parameter.pattern).text;
      if (name == "ctx" || name == "context") return false;
      step.member = "." + name + step.member;
      step.parameter = 0;
      break;
    }
  }
  for (const std::string& harmless : handler.harmless) {
    if (under(step.member, harmless)) return false;
  }
  return true;
}

void append(FileSummary& into, FunctionFlow flow) {
  if (flow.steps.empty()) return;
  if (into.functions.size() >= kMaxFunctionsInFile) {
    into.cut = true;
    return;
  }
  into.functions.push_back(std::move(flow));
}

// One entry a tool: the steps under `case "x":` belong to x alone.
void append_by_tool(FileSummary& into, const FunctionFlow& head, const std::vector<LabelledStep>& steps) {
  std::map<std::string, FunctionFlow> by_tool;
  for (const LabelledStep& one : steps) {
    const std::string& tool = head.tool.empty() ? one.tool : head.tool;
    const auto [flow, fresh] = by_tool.try_emplace(tool, head);
    flow->second.tool = tool;
    flow->second.steps.push_back(one.step);
  }
  for (auto& [tool, flow] : by_tool) append(into, std::move(flow));
}

void write_handler(const Handler& handler, FileReader& reader, FileSummary& into) {
  FunctionFlow head;
  head.handler = true;
  head.tool = handler.tool;
  head.line = handler.line;
  if (handler.function == kNone) {
    FunctionFlow::Step step;
    step.kind = "call";
    step.target = handler.target;
    step.module = handler.module;
    step.symbol = handler.target;
    step.line = handler.line;
    step.shape = shape_text(Shape::kWhole, 0);
    if (handler.source == Source::kRequest) step.member = "^.params.arguments";
    head.steps.push_back(std::move(step));
    append(into, std::move(head));
    return;
  }
  std::vector<LabelledStep> steps = reader.read(handler.function).steps;
  std::erase_if(steps, [&](LabelledStep& one) { return !from_caller(handler, reader.program, one.step); });
  append_by_tool(into, head, steps);
}

}  // namespace

void read_flows(const ParsedFile& file, FileSummary& into) {
  Program program;
  if (is_script(file.language())) {
    program = lower_script(file);
  } else if (file.language() == CodeLanguage::kPython) {
    program = lower_python(file);
  } else if (file.language() == CodeLanguage::kGo) {
    program = lower_go(file);
  } else {
    return;
  }
  FileReader reader(file, program);
  for (std::uint32_t i = 1; i < program.functions.size(); ++i) {
    reader.nesting = 0;
    reader.read(i);
  }
  for (const Handler& handler : find_handlers(file, program, reader.names))
    write_handler(handler, reader, into);
  for (std::uint32_t i = 1; i < program.functions.size(); ++i) {
    const Function& function = program.functions[i];
    if (function.name.empty()) continue;
    FunctionFlow head;
    head.name = function.name;
    head.line = function.line;
    head.exported = function.exported;
    if (reader.python()) {
      for (const Parameter& one : function.parameters)
        head.parameters.push_back(program.at(one.pattern).text);
    }
    append_by_tool(into, head, reader.results[i].steps);
  }
  if (program.cut || reader.work > kMaxWork) into.cut = true;
}

}  // namespace mcpjury
