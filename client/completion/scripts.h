// Scripts that complete the program's command lines, each in the manner of its
// shell: commands and options with what they do (bash shows no such thing), the
// values of options, and files where one can stand.

#ifndef TAQUIN_CLIENT_COMPLETION_SCRIPTS_H_
#define TAQUIN_CLIENT_COMPLETION_SCRIPTS_H_

#include <string>

#include "client/completion/program_words.h"

namespace taquin::client {

// To be sourced.
std::string BashScript(const ProgramWords& program);

// To be sourced, or to be a file in a directory of completions.
std::string FishScript(const ProgramWords& program);

// To be sourced after compinit, or to be the file _taquin in a directory of fpath.
std::string ZshScript(const ProgramWords& program);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMPLETION_SCRIPTS_H_
