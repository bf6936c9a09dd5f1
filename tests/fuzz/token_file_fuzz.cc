// Token files of any bytes: read or found wrong, and what is read is bounded.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/token_file.h"
#include "tests/fuzz/fuzzer.h"

namespace taquin::fuzz {

std::vector<std::string> Seeds() {
  const std::string digest(64, 'a');
  return {"alice " + digest + "\n", "# callers\nbob " + digest + " max-active=3 rate=0.5\n",
          "dave " + digest + " rpcs=Solve,GetCapabilities\n",
          "carol " + digest + " max-queued=0\r\n\r\ncarol " + digest + "\n"};
}

std::vector<std::string> Pieces() {
  return {std::string(64, '0'),
          std::string(64, 'F'),
          "a",
          "b.c@d",
          " ",
          "\t",
          "\n",
          "\r\n",
          "#",
          "max-active=",
          "max-queued=",
          "rate=",
          "rpcs=",
          "Solve,",
          "Check",
          "=",
          "1",
          "0",
          "-1",
          "1e308",
          "nan",
          "inf",
          std::string("\0", 1),
          "\xff",
          std::string(200, 'x')};
}

}  // namespace taquin::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using taquin::fuzz::Require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto tokens = taquin::server::ParseTokens(text);
  if (!tokens.ok()) {
    Require(tokens.status().message().find("line ") == 0, "a complaint names its line");
    Require(tokens.status().message().size() < 16'384, "complaints are bounded");
    return 0;
  }
  Require(tokens->size() <= taquin::server::kMostTokens, "tokens are bounded");
  for (const taquin::server::Token& token : *tokens) {
    Require(!token.name.empty() && token.name.size() <= 64, "names are names");
    Require(token.quota.max_active.value_or(1) >= 1, "somebody with a token may search");
    Require(token.quota.max_queued.value_or(0) >= 0, "queues are not negative");
    Require(token.quota.requests_per_second.value_or(1) > 0, "rates are above 0");
  }
  return 0;
}
