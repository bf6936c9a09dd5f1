#include "server/server_options.h"

#include <unistd.h>

#include <algorithm>
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
  return options;
}

}  // namespace taquin::server
