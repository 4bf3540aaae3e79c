// Rule packs: any text is refused with one line or gives a pack that can be used.
#include "check.h"
#include "secrets/pack.h"
#include "secrets/scanner.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const auto pack = read_secret_pack(fuzz::as_text(data, size), "pack.toml");
  if (!pack) {
    fuzz::check(!pack.error().message.empty(), "a refusal has a message");
    fuzz::check(pack.error().message.find('\n') == std::string::npos, "a message is one line");
    return 0;
  }
  fuzz::check(pack->size() <= kMaxSecretRules + 200, "rules are bounded");
  SecretScanner scanner(*pack);
  constexpr std::string_view kText =
      "key = \"abc\"\nTOKEN=0123456789 password: 'x' // gitleaks:allow\nacme_live_00\n";
  for (const FoundSecret& found : scanner.scan("src/a.ts", kText)) {
    fuzz::check(found.begin <= found.end && found.end <= kText.size(), "a place is in the text");
    fuzz::check(found.line >= 1 && found.tag.size() == 6, "what is found has a line and a tag");
  }
  return 0;
}
