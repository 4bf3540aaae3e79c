// A whole number of an answer. Private to the module.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace mcpjury {

// Both libraries give integers in the width of the column; the widest holds all.
inline std::int64_t row_number(const soci::row& row, std::size_t at) {
  switch (row.get_properties(at).get_data_type()) {
    case soci::dt_integer:
      return row.get<int>(at);
    case soci::dt_double:
      return static_cast<std::int64_t>(row.get<double>(at));
    case soci::dt_unsigned_long_long:
      return static_cast<std::int64_t>(row.get<unsigned long long>(at));
    case soci::dt_string:
      return std::strtoll(row.get<std::string>(at).c_str(), nullptr, 10);
    default:
      return row.get<long long>(at);
  }
}

}  // namespace mcpjury
