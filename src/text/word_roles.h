// Which part a word plays in its sentence, where the lexicon alone cannot tell: a verb or a name, an order or
// a list that goes on, hiding from a person or leaving out of data. Private to the parser of clauses. Pure;
// thread safe; linear in the sentence.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "text/clauses.h"

namespace mcpjury {

using Tokens = std::vector<WordToken>;

// agent_directives, note_to_llm: a name that addresses the model.
bool speaks_to_model(std::string_view name);
bool is_camel_case(std::string_view text);
bool is_determiner(std::string_view text);
// The clause of token i begins with "in", "when", "before" and the like.
bool opened_by_preposition(const Tokens& tokens, std::size_t i);
// What stands at i can be the object of a verb before it.
bool begins_object(const Tokens& tokens, std::size_t i);
// "left out of the request": nothing is hidden from anybody.
bool leaves_out_of_data(const Tokens& tokens, std::size_t i, bool foreign);
// "title, team, status", "remove deletes it": a word that could be a verb and is a name.
bool is_noun(const Tokens& tokens, std::size_t i);

}  // namespace mcpjury
