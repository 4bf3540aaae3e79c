// Looks up, for detectors in code, which catalogue signals occur in a subject.
//
// The matcher has already scanned every field; nothing is scanned again. Free functions, thread safe.
#pragma once

#include <cstdint>

#include "detect/signals.h"

namespace mcpjury {

// The first field of the subject, in one of `roles`, in which the signal occurs; nullptr when none.
const Field* field_with(const TextIndex& text, const SubjectUnit& subject, std::uint16_t signal,
                        RoleMask roles);

// The subject of the tool with this index in the tools array; nullptr when there is none. Tools come first
// among the subjects and in order, but an entry that is no tool leaves a gap.
const SubjectUnit* tool_subject(const TextIndex& text, std::size_t tools, std::int32_t index);

}  // namespace mcpjury
