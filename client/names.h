// The names of algorithms, heuristics and the like on the command line. They
// are the enum values of the wire in lower case with hyphens, so a new value
// has a name without a change here.

#ifndef TAQUIN_CLIENT_NAMES_H_
#define TAQUIN_CLIENT_NAMES_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/generated_enum_reflection.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace taquin::client {

// The name of a value: "pattern-database". The number itself for a value that
// this program is too old to know.
std::string NameOfValue(const google::protobuf::EnumDescriptor& type, int number);

// The value of a name, in any case, with hyphens or underscores, or of one of
// its other names ("a*", "pdb").
std::optional<int> ValueOfName(const google::protobuf::EnumDescriptor& type, std::string_view name);

// All names but that of the unspecified value, in the order of the wire.
std::vector<std::string> NamesOfType(const google::protobuf::EnumDescriptor& type);

template <typename Enum>
std::string NameOf(Enum value) {
  return NameOfValue(*google::protobuf::GetEnumDescriptor<Enum>(), value);
}

template <typename Enum>
std::optional<Enum> ValueOf(std::string_view name) {
  const auto number = ValueOfName(*google::protobuf::GetEnumDescriptor<Enum>(), name);
  if (!number) return std::nullopt;
  return static_cast<Enum>(*number);
}

template <typename Enum>
std::vector<std::string> NamesOf() {
  return NamesOfType(*google::protobuf::GetEnumDescriptor<Enum>());
}

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_NAMES_H_
