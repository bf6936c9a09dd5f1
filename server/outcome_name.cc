#include "server/outcome_name.h"

namespace taquin::server {

std::string_view OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOptimal:
      return "optimal";
    case Outcome::kFeasible:
      return "feasible";
    case Outcome::kUnsolvable:
      return "unsolvable";
    case Outcome::kNotFound:
      return "not_found";
  }
  return "";
}

std::string_view LimitName(Limit limit) {
  switch (limit) {
    case Limit::kTime:
      return "time";
    case Limit::kExpansions:
      return "expansions";
    case Limit::kMemory:
      return "memory";
    case Limit::kLength:
      return "length";
  }
  return "";
}

}  // namespace taquin::server
