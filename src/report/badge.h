// Badges of scans that are too old to be shown as what is so now: grey whatever they said, with their age.
// The word stays in the text, so that nobody hides a bad one by waiting. Pure; who asks knows the time.
#pragma once

#include <cstdint>

#include "report/report.h"

namespace mcpjury {

std::string render_stale_badge(const Reports& reports, const RenderOptions& options, std::int64_t days);
std::string render_stale_shields(const Reports& reports, const RenderOptions& options, std::int64_t days);

}  // namespace mcpjury
