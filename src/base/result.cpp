#include "base/result.h"

namespace mcpjury {

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
    case ErrorCode::kUnreadable:
    case ErrorCode::kNotJson:
    case ErrorCode::kUnknownScheme:
    case ErrorCode::kCannotWrite:
      return 2;
    case ErrorCode::kNothingToGrade:
    case ErrorCode::kNotReached:
    case ErrorCode::kRefused:
      return 3;
    case ErrorCode::kLimit:
      return 4;
    case ErrorCode::kInternal:
      return 70;
  }
  return 70;
}

std::string_view name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
      return "usage";
    case ErrorCode::kUnreadable:
      return "unreadable";
    case ErrorCode::kNotJson:
      return "not_json";
    case ErrorCode::kUnknownScheme:
      return "unknown_scheme";
    case ErrorCode::kNothingToGrade:
      return "nothing_to_grade";
    case ErrorCode::kNotReached:
      return "not_reached";
    case ErrorCode::kRefused:
      return "refused";
    case ErrorCode::kLimit:
      return "limit";
    case ErrorCode::kCannotWrite:
      return "cannot_write";
    case ErrorCode::kInternal:
      return "internal";
  }
  return "internal";
}

}  // namespace mcpjury
