// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/page_scan.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

namespace numapack {
namespace {

// The kernel's interface (Documentation/admin-guide/mm/pagemap.rst); headers before 6.7 lack it.
struct PageRegion {
  std::uint64_t start, end, categories;
};
struct ScanArguments {
  std::uint64_t size, flags, start, end, walk_end, regions, region_count, most_pages;
  std::uint64_t inverted, mask, any_of, returned;
};
constexpr std::uint64_t present = 1 << 3, zero_page = 1 << 5, huge = 1 << 6;
constexpr unsigned long scan_request = _IOWR('f', 16, ScanArguments);

class File {
 public:
  explicit File(const std::string& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

bool scan_present(pid_t process, std::uintptr_t begin, std::uintptr_t end, std::vector<PresentPages>& found) {
  const File file("/proc/" + (process == 0 ? std::string("self") : std::to_string(process)) + "/pagemap");
  if (file.descriptor() < 0) return false;
  std::array<PageRegion, 256> regions;
  ScanArguments arguments{};
  arguments.size = sizeof arguments;
  arguments.start = begin;
  arguments.end = end;
  arguments.regions = reinterpret_cast<std::uintptr_t>(regions.data());
  arguments.region_count = regions.size();
  arguments.mask = present;
  arguments.returned = present | zero_page | huge;
  while (arguments.start < end) {
    const int count = ioctl(file.descriptor(), scan_request, &arguments);
    if (count < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    for (int i = 0; i < count; ++i) {
      const PageRegion& region = regions[static_cast<std::size_t>(i)];
      found.push_back(
          {region.start, region.end, (region.categories & huge) != 0, (region.categories & zero_page) != 0});
    }
    if (arguments.walk_end <= arguments.start) break;
    arguments.start = arguments.walk_end;
  }
  return true;
}

}  // namespace numapack
