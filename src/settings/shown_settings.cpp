#include "settings/shown_settings.h"

#include <algorithm>
#include <string>

#include "base/redact.h"

namespace mcpjury {
namespace {

// "openai:m@https://user:key@host/v1?k=v" gives "openai:m@https://hidden@host/v1?hidden".
std::string without_logins(std::string text, bool without_path) {
  for (std::size_t at = 0; (at = text.find("://", at)) != std::string::npos;) {
    at += 3;
    std::size_t end = std::min(text.find_first_of("/?# ", at), text.size());
    const std::size_t login = text.rfind('@', end == 0 ? 0 : end - 1);
    if (login != std::string::npos && login >= at && login < end) {
      text.replace(at, login - at, "hidden");
      end = std::min(text.find_first_of("/?# ", at), text.size());
    }
    const std::size_t tail = std::min(text.find_first_of(without_path ? "/?#" : "?#", end), text.size());
    if (tail < text.size()) text.replace(tail + 1, std::string::npos, "hidden");
    at = end;
  }
  return redact(text);
}

void hide(Json& value, bool without_path) {
  if (JsonObject* object = value.if_object()) {
    for (auto& member : *object) hide(member.value(), without_path || member.key() == "webhooks");
  } else if (JsonArray* array = value.if_array()) {
    for (Json& item : *array) hide(item, without_path);
  } else if (value.is_string()) {
    value = without_logins(std::string(view(value.get_string())), without_path);
  }
}

}  // namespace

void hide_logins(Json& section) { hide(section, false); }

}  // namespace mcpjury
