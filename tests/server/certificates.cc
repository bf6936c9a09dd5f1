#include "tests/server/certificates.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "gtest/gtest.h"

namespace taquin::server {
namespace {

void Run(const std::string& command) {
  // The tests' own command, of paths that hold no blank.
  ASSERT_EQ(std::system((command + " 2>/dev/null").c_str()), 0)  // NOLINT(cert-env33-c)
      << command;
}

constexpr char kNewKey[] = " -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";

}  // namespace

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

Authority::Authority(std::string directory, const std::string& name)
    : path_(std::move(directory) + "/" + name) {
  Run(std::string("openssl req -x509 -days 2") + kNewKey + " -subj /CN=" + name + " -keyout " +
      path_ + ".key -out " + path_ + ".pem");
}

void Authority::Issue(const std::string& name, const std::string& stem) const {
  const std::string fresh = stem + ".new";
  std::ofstream(fresh + ".ext") << "subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:" << name << '\n';
  Run(std::string("openssl req") + kNewKey + " -subj /CN=" + name + " -keyout " + fresh +
      ".key -out " + fresh + ".csr");
  Run("openssl x509 -req -days 2 -in " + fresh + ".csr -CA " + path_ + ".pem -CAkey " + path_ +
      ".key -CAcreateserial -extfile " + fresh + ".ext -out " + fresh + ".pem");
  std::rename((fresh + ".key").c_str(), (stem + ".key").c_str());
  std::rename((fresh + ".pem").c_str(), (stem + ".pem").c_str());
}

}  // namespace taquin::server
