// The program's entry; everything is in cli.
#include "cli/cli.h"

int main(int argc, char** argv) { return mcpjury::run_cli(argc, argv); }
