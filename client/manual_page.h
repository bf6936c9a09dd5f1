// Manual pages, from the same options that parse and explain themselves in
// --help.

#ifndef TAQUIN_CLIENT_MANUAL_PAGE_H_
#define TAQUIN_CLIENT_MANUAL_PAGE_H_

#include <CLI/App.hpp>
#include <string>

namespace taquin::client {

// The page of the program, taquin(1), in the roff language of man(7).
std::string ManualPage(const CLI::App& program);

// The page of one of its commands, as taquin-solve(1).
std::string ManualPage(const CLI::App& program, const CLI::App& command);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_MANUAL_PAGE_H_
