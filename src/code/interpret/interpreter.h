// Runs small programs (program.h) far enough to see which tools they register; private to this folder.
//
// Not an engine of a language: both arms of a condition that is not known are run, loops run over lists that
// are known and once otherwise, and whatever comes from outside is unknown. Bounded in steps, in depth and in
// memory; one thread.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "code/interpret/discover.h"
#include "code/interpret/program.h"
#include "code/interpret/value.h"

namespace mcpjury::interpret {

struct Module {
  std::string path;
  const ParsedFile* file = nullptr;
  bool python = false;
  std::unique_ptr<Lowering> lowering;
  Env* env = nullptr;
  Value exports;
  enum class State { kNew, kRunning, kDone } state = State::kNew;
};

struct Arguments {
  std::vector<Value> values;
  std::vector<std::pair<std::string, Value>> named;  // Python
  const Node* site = nullptr;
  Value at(std::size_t index) const { return index < values.size() ? values[index] : Value::undefined(); }
  Value named_or(std::string_view name, std::size_t index) const;
};

class Interpreter {
 public:
  explicit Interpreter(Discovery& found) : found_(found) {}

  void add(const ParsedFile& file);
  bool has(std::string_view path) const { return modules_.find(path) != modules_.end(); }
  void run(std::string_view path);
  // Functions that register tools and that nothing called: libraries, callbacks of what we do not see.
  void call_the_uncalled();
  // The rest of what was found in passing; says whether a bound was reached.
  void finish();

 private:
  struct Frame {
    std::vector<Value> returned;
    bool done = false;
  };

  // expressions.cpp
  Value eval(const Node* node, Env* env);
  Value eval_known(const Node* node, Env* env);
  Value eval_object(const Node* node, Env* env);
  Value eval_array(const Node* node, Env* env);
  Value eval_binary(const Node* node, Env* env);
  Value eval_assign(const Node* node, Env* env);
  Value lookup(const std::string& name, Env* env);
  void spread_into(Object* array, Value value);
  void spread_object(Object* target, Value value);

  // statements.cpp
  void exec(const Node* node, Env* env, Frame& frame);
  void exec_if(const Node* node, Env* env, Frame& frame);
  void exec_each(const Node* node, Env* env, Frame& frame);
  void exec_switch(const Node* node, Env* env, Frame& frame);
  void exec_export(const Node* node, Env* env);
  void exec_decorated(const Node* node, Env* env);
  void bind(const Node* pattern, Value value, Env* env, bool declare);
  void assign(const Node* target, Value value, Env* env);
  Value join(const std::vector<Value>& values);

  // calls.cpp
  Value eval_call(const Node* node, Env* env);
  Value eval_new(const Node* node, Env* env);
  Arguments arguments(const Node* node, Env* env);
  Value call(Value callee, Value self, const Arguments& arguments);
  Value call_closure(Object* closure, Value self, const Arguments& arguments);
  void bind_parameters(const FunctionCode& code, const Arguments& arguments, Env* env);
  Value construct(Value klass, const Arguments& arguments);
  void initialise(Object* klass, Value self, const Arguments& arguments);
  Value make_closure(const FunctionCode* code, Env* env);
  Value make_class(const Node* node, Env* env);
  void call_functions_in(const Arguments& arguments);
  Value super_call(const Node* node, Env* env);

  // members.cpp
  Value get(Value object, std::string_view key);
  Value read(Slot& slot, Value self);
  std::optional<Value> find_member(Object* object, std::string_view key, Value self, int depth = 0);
  void set(Value object, std::string_view key, Value value);
  Value list_values(Value value);
  Value list_keys(Value value);
  Value list_entries(Value value);
  std::optional<std::vector<Value>> iterate(Value value);

  // natives.cpp
  std::optional<Value> helper_call(const Node* node, std::string_view name, Env* env);
  std::optional<Value> method_call(Value self, std::string_view name, const Arguments& arguments, Env* env);
  std::optional<Value> array_method(Object* array, std::string_view name, const Arguments& arguments);
  std::optional<Value> string_method(const std::string& text, std::string_view name,
                                     const Arguments& arguments);
  std::optional<Value> map_method(Object* map, std::string_view name, const Arguments& arguments);
  std::optional<Value> function_method(Value self, std::string_view name, const Arguments& arguments);
  std::optional<Value> global_call(std::string_view object, std::string_view name,
                                   const Arguments& arguments);
  std::optional<Value> python_builtin(std::string_view name, const Arguments& arguments);

  // zod.cpp
  bool is_zod(const Node* node, Value value);
  std::optional<Value> zod_make(std::string_view kind, const Arguments& arguments);
  std::optional<Value> typebox_make(std::string_view kind, const Arguments& arguments);
  std::optional<Value> schema_method(Object* schema, std::string_view name, const Arguments& arguments);
  Value make_schema(JsonObject json, bool optional = false);
  Json schema_of(Value value);
  JsonObject object_schema(Value shape);
  std::optional<Value> schema_member(Object* schema, std::string_view name);

  // pydantic.cpp
  Json schema_of_annotation(const Node* annotation, Env* env, int depth = 0);
  Json schema_of_generic(const Node* annotation, Env* env, int depth);
  JsonObject schema_of_class(Object* klass, int depth = 0);
  JsonObject schema_of_parameters(const FunctionCode& code, Env* env);
  void describe_field(JsonObject& schema, const Node* call, Env* env, bool* required);
  bool is_python_model(Object* klass, int depth = 0);
  bool python_registration(const Node* decorator, Value function, Env* env);
  void python_tool(Value function, const Arguments& arguments, std::string_view form);

  // registrations.cpp
  bool registration(std::string_view method, Value receiver, const Arguments& arguments);
  void register_named(std::string_view form, const Arguments& arguments);
  void register_object(std::string_view form, Value tool, Value handler);
  void register_list(std::string_view form, Value list);
  void list_result(Value result);
  void config_into(FoundTool& tool, Value config);
  bool keep(FoundTool tool, std::string_view form, std::uint32_t line, const Module* file);
  void handler_into(FoundTool& tool, Value handler);
  Json to_json(Value value, int depth = 0);
  std::optional<std::string> text_of(Value value);
  void class_tool(Object* klass);

  // modules.cpp
  Value import_module(std::string_view from, std::string_view name);
  Value python_import(const Node* node, Env* env);
  Value python_module(std::string_view from, std::string_view name);
  std::optional<std::string> resolve_script(std::string_view from, std::string_view name) const;
  std::optional<std::string> resolve_python(std::string_view from, std::string_view name) const;
  Value run_module(Module& module);
  void spread_names(Object* module, Env* env);
  Value external(std::string tag);

  Value text(std::string text) { return heap_.text(std::move(text)); }
  Value array(std::vector<Value> items);
  Object* plain() { return heap_.object(Kind::kPlain); }
  static std::optional<bool> truth(Value value);
  const Module* module_of(Env* env) const { return env->module; }
  bool spent() const { return steps_ > allowed_ || heap_.full(); }

  // Each statement of a module has its own part of the steps: a bundle's library code that runs away must not
  // take them from the statement that starts the server.
  class Allowance {
   public:
    explicit Allowance(Interpreter& of) : of_(of), outer_(of.allowed_) {
      of_.allowed_ = std::min({of_.steps_ + kMaxStepsOfOne, of_.calls_ <= 1 ? kMaxSteps : outer_, kMaxSteps});
    }
    ~Allowance() { of_.allowed_ = outer_; }
    Allowance(const Allowance&) = delete;
    Allowance& operator=(const Allowance&) = delete;

   private:
    Interpreter& of_;
    std::size_t outer_;
  };

  static constexpr std::size_t kMaxSteps = 20'000'000;
  static constexpr std::size_t kMaxStepsOfOne = 1'500'000;
  static constexpr int kMaxDepth =
      700;  // of nested evaluations; a few kilobytes of stack each under a sanitizer
  static constexpr int kMaxCalls = 120;  // of calls in calls
  static constexpr std::uint32_t kMaxCallsOfOne = 3'000;
  static constexpr std::size_t kMaxItems = 20'000;

  Discovery& found_;
  Program program_;
  Heap heap_;
  std::map<std::string, Module, std::less<>> modules_;
  std::vector<Object*> registrars_;  // closures that name a registration
  std::vector<Object*> tool_classes_;
  std::size_t steps_ = 0, allowed_ = kMaxSteps;
  int depth_ = 0, calls_ = 0;
  const Module* running_ = nullptr;  // whose code runs
};

}  // namespace mcpjury::interpret
