#include "model/identity.h"

#include <algorithm>
#include <array>

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kCommon = {"mcp"sv, "server"sv, "service"sv, "api"sv, "the"sv, "official"sv};
constexpr std::size_t kShortest = 3;
constexpr std::size_t kMostTokens = 32;

}  // namespace

std::vector<std::string> identity_tokens(std::string_view server_name) {
  std::vector<std::string> tokens;
  std::string word;
  const auto end_word = [&] {
    const bool common = std::find(kCommon.begin(), kCommon.end(), word) != kCommon.end();
    if (word.size() >= kShortest && !common && tokens.size() < kMostTokens) tokens.push_back(word);
    word.clear();
  };
  for (const char c : server_name) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) {
      word += lower;
    } else {
      end_word();
    }
  }
  end_word();
  return tokens;
}

}  // namespace mcpjury
