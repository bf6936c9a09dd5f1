#include "server/server_options.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace taquin::server {
namespace {

// What the machine has, or what this process's control group leaves of it.
std::int64_t PhysicalMemory() {
  std::int64_t bytes = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  for (const char* file :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::int64_t limit = 0;
    if (std::ifstream(file) >> limit && limit > 0) bytes = std::min(bytes, limit);
  }
  return bytes;
}

// As the XDG Base Directory Specification has it; empty where there is none.
std::string CacheDirectory() {
  if (const char* const cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
    return std::string(cache) + "/taquin";
  }
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return std::string(home) + "/.cache/taquin";
  }
  return "";
}

}  // namespace

ServerOptions ResolveOptions(ServerOptions options) {
  if (options.workers == 0) {
    options.workers = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  }
  if (options.max_threads == 0) options.max_threads = options.workers;
  options.max_threads = std::min(options.max_threads, options.workers);
  if (options.memory_bytes == 0) options.memory_bytes = PhysicalMemory() / 2;
  if (options.max_memory_bytes == 0) options.max_memory_bytes = options.memory_bytes / 2;
  options.max_memory_bytes = std::min(options.max_memory_bytes, options.memory_bytes);
  if (options.table_dir.empty()) options.table_dir = CacheDirectory();
  return options;
}

TableRegistryOptions TablesOf(const ServerOptions& options) {
  TableRegistryOptions tables;
  tables.largest_tier = TableTierOfName(options.tables);
  tables.memory_bytes = options.memory_bytes / 2;
  tables.directory = options.table_dir;
  return tables;
}

}  // namespace taquin::server
