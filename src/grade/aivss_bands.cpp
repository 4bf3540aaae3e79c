#include "grade/grade.h"
#include "model/aivss_vector.h"

namespace mcpjury {

int aivss_tenths(std::string_view vector) {
  const auto parsed = parse_aivss(vector);
  return parsed ? aivss_tenths(*parsed) : -1;
}

char aivss_grade(int tenths) {
  if (tenths < 20) return 'A';
  if (tenths < 40) return 'B';
  if (tenths < 70) return 'C';
  return tenths < 90 ? 'D' : 'F';
}

std::string_view aivss_band(int tenths) {
  if (tenths >= 90) return "critical";
  if (tenths >= 70) return "high";
  if (tenths >= 40) return "medium";
  return tenths > 0 ? "low" : "none";
}

}  // namespace mcpjury
