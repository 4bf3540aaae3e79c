// From the parameters of each function of a file to dangerous calls and to the functions they are handed on
// to.
//
// JavaScript, TypeScript, Python and Go; other languages are left alone. A pure function of the file: bounded
// by the size limits of the parser and by a budget of steps (FileSummary::cut says when it ran out). What it
// writes is joined over the files of a project by follow.h.
#pragma once

#include "code/parsed_file.h"
#include "code/summary.h"

namespace mcpjury {

void read_flows(const ParsedFile& file, FileSummary& into);

}  // namespace mcpjury
