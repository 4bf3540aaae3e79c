// One doubtful sign in a long definition counts for little.
//
// Every sentence is another chance to be misread: on servers nobody had looked at, most wrong accusations
// rested on one sentence of a long definition. A finding that its detector calls doubtful keeps its
// confidence in a short definition, and in a long one where another detector found something else in the same
// tool; otherwise it is lowered, so that it is shown and does not count in precise (decision 0021). Pure
// apart from the sink; linear in findings and text.
#pragma once

#include "detect/sink.h"

namespace mcpjury {

void weigh_doubtful(const TextIndex& text, FindingSink& sink);

}  // namespace mcpjury
