// How help looks: an option by its name and what it takes, then what it does, with
// the names, bounds and default of its value.

#ifndef TAQUIN_CLIENT_HELP_FORMATTER_H_
#define TAQUIN_CLIENT_HELP_FORMATTER_H_

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>
#include <string>

namespace taquin::client {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_HELP_FORMATTER_H_
