// The program's entry; everything is in cli.
#include <unistd.h>

#include "cli/cli.h"

int main(int argc, char** argv) {
  const int code = mcpjury::run_cli(argc, argv);
#ifdef NDEBUG
  // All output goes through write(2) and is complete. What is left, the destructors of static tables and
  // of the libraries, would only give back memory that goes with the process. Builds with assertions end
  // the long way: leak checks and coverage are written there.
  ::_exit(code);
#else
  return code;
#endif
}
