// Pages that show an answer: one file each, which asks for nothing else.

#ifndef TAQUIN_CLIENT_PAGES_PAGE_H_
#define TAQUIN_CLIENT_PAGES_PAGE_H_

#include <string>
#include <string_view>

namespace taquin::client {

// A page from its template: the common style at {{style}} and `json` at
// {{data}}, written so that nothing in it can end the script element that it
// stands in. `json` must be JSON.
std::string FillPage(std::string_view page_template, std::string_view json);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_PAGES_PAGE_H_
