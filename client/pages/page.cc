#include "client/pages/page.h"

#include "client/pages/embedded.h"

namespace taquin::client {
namespace {

// JSON has these characters in strings alone, where an escape means the same.
std::string EscapeForScript(std::string_view json) {
  std::string escaped;
  escaped.reserve(json.size());
  for (const char c : json) {
    switch (c) {
      case '<':
        escaped += "\\u003c";
        break;
      case '>':
        escaped += "\\u003e";
        break;
      case '&':
        escaped += "\\u0026";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace

std::string FillPage(std::string_view page_template, std::string_view json) {
  constexpr std::string_view kStyle = "{{style}}";
  constexpr std::string_view kData = "{{data}}";
  const std::size_t style = page_template.find(kStyle);
  const std::size_t data = page_template.find(kData);
  std::string page(page_template.substr(0, style));
  page += kPageCss;
  page += page_template.substr(style + kStyle.size(), data - style - kStyle.size());
  page += EscapeForScript(json);
  page += page_template.substr(data + kData.size());
  return page;
}

}  // namespace taquin::client
