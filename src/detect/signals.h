// Signals for detectors written in code.
#pragma once

#include <string_view>

#include "detect/text_index.h"

namespace mcpjury {

// The index of a signal that must exist; for function-local statics.
std::uint16_t signal_index(std::string_view id);
// Whether a pattern of the signal occurs in the field.
bool has_signal(const TextIndex& index, const Field& field, std::uint16_t signal);

}  // namespace mcpjury
