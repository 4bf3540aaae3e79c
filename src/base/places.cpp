#include "base/places.h"

#include <algorithm>

#include "base/json_walk.h"

namespace mcpjury {
namespace {

class PlaceSink : public JsonSink {
 public:
  PlaceSink(std::string_view text, const std::function<void(std::string_view, std::uint32_t)>& visit)
      : text_(text), visit_(visit) {}

  void on_object_begin(std::string_view pointer, std::size_t offset) override {
    visit_(pointer, line_of(offset));
  }
  void on_string(std::string_view pointer, std::size_t offset) override { visit_(pointer, line_of(offset)); }

 private:
  // Offsets only grow, so each byte is looked at once.
  std::uint32_t line_of(std::size_t offset) {
    line_ += static_cast<std::uint32_t>(std::count(text_.data() + counted_, text_.data() + offset, '\n'));
    counted_ = offset;
    return line_;
  }

  std::string_view text_;
  const std::function<void(std::string_view, std::uint32_t)>& visit_;
  std::size_t counted_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

void walk_places(std::string_view json_text,
                 const std::function<void(std::string_view pointer, std::uint32_t line)>& visit) {
  PlaceSink sink(json_text, visit);
  walk_json(json_text, sink);
}

}  // namespace mcpjury
