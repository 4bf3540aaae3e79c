// The one way an operation reports that it could not do its work.
//
// Three kinds of wrong exist: the world (a Result with an Error), the server (evidence, not an
// error), and us (assert in debug, exit 70 in release). No exception crosses a module border.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace mcpjury {

// Every value has one meaning and one exit class; see exit_code_of().
enum class ErrorCode {
  kUsage,           // the command line or configuration is wrong
  kUnreadable,      // a file could not be opened or read
  kNotJson,         // the input is not valid JSON
  kUnknownScheme,   // the target names a scheme this program does not know
  kNothingToGrade,  // valid input that holds no MCP surface
  kNotReached,      // the target did not answer
  kRefused,         // policy forbids reaching the target
  kLimit,           // a stated maximum was reached before anything could be graded
  kCannotWrite,     // an output file could not be written
  kInternal,        // our own fault
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;  // one line, names file, place and reason; already escaped for a terminal
};

// The process exit code of product.md for an error that ended a scan.
int exit_code_of(ErrorCode code);
std::string_view name_of(ErrorCode code);

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  T& value() & {
    assert(ok());
    return std::get<T>(state_);
  }
  const T& value() const& {
    assert(ok());
    return std::get<T>(state_);
  }
  T&& value() && {
    assert(ok());
    return std::get<T>(std::move(state_));
  }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }

  const Error& error() const {
    assert(!ok());
    return std::get<Error>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

// A Result that carries nothing but success.
struct Ok {};
using Status = Result<Ok>;

}  // namespace mcpjury
