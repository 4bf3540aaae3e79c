#include "report/program_version.h"
#include "report/report.h"

namespace mcpjury {

ProgramInfo program_info() { return {"mcpjury", MCPJURY_VERSION, MCPJURY_COMMIT}; }

}  // namespace mcpjury
