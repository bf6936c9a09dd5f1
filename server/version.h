// The version of the project; CMakeLists.txt at the top has the number.

#ifndef TAQUIN_SERVER_VERSION_H_
#define TAQUIN_SERVER_VERSION_H_

#include <string_view>

namespace taquin::server {

inline constexpr std::string_view kVersion = TAQUIN_VERSION;

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_VERSION_H_
