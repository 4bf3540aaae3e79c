// A value that lives in memory only and is overwritten when it dies. Never printed, logged or compared by
// accident: there is no conversion to string.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace mcpjury {

class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string value) : value_(std::move(value)) {}
  Secret(const Secret&) = default;
  Secret(Secret&& other) noexcept : value_(std::move(other.value_)) { other.wipe(); }
  Secret& operator=(Secret other) noexcept {
    value_.swap(other.value_);
    return *this;
  }
  ~Secret() { wipe(); }

  bool empty() const { return value_.empty(); }
  // For the one place that writes it into a request.
  std::string_view reveal() const { return value_; }
  void wipe();

 private:
  std::string value_;
};

struct SecretHeader {
  std::string name;
  Secret value;
};

}  // namespace mcpjury
