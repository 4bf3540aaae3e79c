// Private to report: the parts of the text report, in the order they are shown.
#pragma once

#include "report/layout.h"
#include "report/report.h"
#include "report/verdict.h"

namespace mcpjury {

// Nothing when no report is of a client's configuration.
void write_configured(Page& page, const Reports& reports);
void write_verdict_line(Page& page, const ScanReport& report, const Verdict& verdict, bool one_line);
void write_grades(Page& page, const ScanReport& report, const RenderOptions& options);
void write_other_views(Page& page, const ScanReport& report, const RenderOptions& options);
void write_contributions(Page& page, const ScanReport& report, const RenderOptions& options);
void write_coverage(Page& page, const ScanReport& report, const RenderOptions& options);
void write_panel(Page& page, const ScanReport& report, const RenderOptions& options);
void write_findings(Page& page, const ScanReport& report, const RenderOptions& options);
void write_counts(Page& page, const ScanReport& report);
// What suppressions and the baseline say; nothing when there are none.
void write_decisions(Page& page, const ScanReport& report, const RenderOptions& options);

}  // namespace mcpjury
