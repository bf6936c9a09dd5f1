// How searches end, by the names that metrics and logs give it.

#ifndef TAQUIN_SERVER_OUTCOME_NAME_H_
#define TAQUIN_SERVER_OUTCOME_NAME_H_

#include <array>
#include <cstddef>
#include <string_view>

#include "solver/solve_result.h"

namespace taquin::server {

// In the order of the enumerations.
inline constexpr std::array<std::string_view, 4> kOutcomeNames = {"optimal", "feasible",
                                                                  "unsolvable", "not_found"};
inline constexpr std::array<std::string_view, 4> kLimitNames = {"time", "expansions", "memory",
                                                                "length"};
static_assert(kOutcomeNames.size() == static_cast<std::size_t>(Outcome::kNotFound) + 1);
static_assert(kLimitNames.size() == static_cast<std::size_t>(Limit::kLength) + 1);

constexpr std::string_view OutcomeName(Outcome outcome) {
  return kOutcomeNames[static_cast<std::size_t>(outcome)];
}

constexpr std::string_view LimitName(Limit limit) {
  return kLimitNames[static_cast<std::size_t>(limit)];
}

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_OUTCOME_NAME_H_
