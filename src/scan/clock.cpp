#include "scan/clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <string_view>

namespace mcpjury {

std::string format_time(std::int64_t seconds) {
  using namespace std::chrono;
  constexpr std::int64_t kLastSecond = 253'402'300'799;  // 9999-12-31T23:59:59Z
  const sys_seconds time{std::chrono::seconds(std::clamp<std::int64_t>(seconds, 0, kLastSecond))};
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::string current_time() {
  if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view text(fixed);
    std::int64_t seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error == std::errc() && end == text.data() + text.size()) return format_time(seconds);
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return format_time(std::chrono::duration_cast<std::chrono::seconds>(now).count());
}

}  // namespace mcpjury
