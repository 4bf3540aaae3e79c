#include "model/utc_time.h"

namespace mcpjury {
namespace {

// A number of exactly `digits` digits at the front, which is then taken off.
bool take(std::string_view& text, std::size_t digits, int& value) {
  if (text.size() < digits) return false;
  value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return true;
}

bool take(std::string_view& text, char wanted) {
  if (text.empty()) return false;
  const char c =
      text.front() >= 'A' && text.front() <= 'Z' ? static_cast<char>(text.front() | 0x20) : text.front();
  if (c != wanted) return false;
  text.remove_prefix(1);
  return true;
}

// Days since 1970-01-01 in the Gregorian calendar; the year begins in March, so that a leap day is its last.
std::int64_t days(int year, int month, int day) {
  const std::int64_t y = month <= 2 ? year - 1 : year;
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const std::int64_t of_era = y - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

}  // namespace

std::optional<std::int64_t> unix_seconds(std::string_view text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  if (!take(text, 4, year) || !take(text, '-') || !take(text, 2, month) || !take(text, '-') ||
      !take(text, 2, day) || !take(text, 't') || !take(text, 2, hour) || !take(text, ':') ||
      !take(text, 2, minute) || !take(text, ':') || !take(text, 2, second)) {
    return std::nullopt;
  }
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) {
    return std::nullopt;
  }
  if (take(text, '.')) {
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') text.remove_prefix(1);
  }
  int offset = 0;
  if (!take(text, 'z')) {
    const int sign = !text.empty() && text.front() == '-' ? -1 : 1;
    int hours = 0, minutes = 0;
    if (!take(text, '+') && !take(text, '-')) return std::nullopt;
    if (!take(text, 2, hours) || !take(text, ':') || !take(text, 2, minutes)) return std::nullopt;
    offset = sign * (hours * 60 + minutes) * 60;
  }
  if (!text.empty()) return std::nullopt;
  return days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset;
}

}  // namespace mcpjury
