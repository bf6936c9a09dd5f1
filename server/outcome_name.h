// How searches end, by the names that metrics and logs give it.

#ifndef TAQUIN_SERVER_OUTCOME_NAME_H_
#define TAQUIN_SERVER_OUTCOME_NAME_H_

#include <string_view>

#include "solver/solve_result.h"

namespace taquin::server {

// As in "not_found".
std::string_view OutcomeName(Outcome outcome);

// As in "time".
std::string_view LimitName(Limit limit);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_OUTCOME_NAME_H_
