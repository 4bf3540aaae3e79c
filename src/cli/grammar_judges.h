// The options about the panel of judges. Private to grammar.h.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/options.h"

namespace mcpjury {

inline void add_judge_options(CLI::App* sub, CliOptions& o) {
  const std::string group = "Judges";
  sub->add_flag("--deep", o.deep, "Ask a panel of five judges too; by default embedded ones, offline")
      ->group(group);
  sub->add_option("--judge", o.judges,
                  "Ask this language model too, which takes a seat of the five (implies --deep):\n"
                  "openai:MODEL[@URL], anthropic:, ollama:, llamacpp:, vllm:; repeatable")
      ->type_name("SPEC")
      ->allow_extra_args(false)
      ->group(group);
  sub->add_option("--judge-key-env", o.judge_key_env,
                  "The environment variable that holds the key, for one host or for all; repeatable")
      ->type_name("[HOST=]NAME")
      ->allow_extra_args(false)
      ->group(group);
  sub->add_option("--judge-price", o.judge_price, "What a million tokens cost, to tell the cost")
      ->type_name("IN,OUT")
      ->group(group);
  sub->add_option("--judge-timeout", o.judge_timeout, "For one tool with one model, 60 when not given")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber)
      ->group(group);
  sub->add_option("--judge-concurrency", o.judge_concurrency, "Requests at once, 4 when not given")
      ->type_name("N")
      ->check(CLI::Range(1, 64))
      ->group(group);
}

}  // namespace mcpjury
