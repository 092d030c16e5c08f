// SPDX-License-Identifier: BSD-3-Clause
#include "counters/event_namer.hpp"

#include <dlfcn.h>

#ifdef NUMAPACK_HAS_PFM
// Its own copy of linux/perf_event.h comes with it, so that header is in no file with this one.
#include <perfmon/pfmlib_perf_event.h>

#include <string_view>
#endif

namespace numapack {
namespace {

#ifdef NUMAPACK_HAS_PFM

/// Loaded, not linked: the command is to start where libpfm is not. It stays loaded.
class Pfm final : public EventNamer {
 public:
  explicit Pfm(std::string library) : library_(std::move(library)) {}

  std::variant<EventCode, NotNamed> code(const std::string& name) override {
    if (!tried_) load();
    if (!missing_.empty()) return NotNamed{missing_};
    perf_event_attr attributes{};
    pfm_perf_encode_arg_t argument{};
    argument.size = sizeof argument;
    argument.attr = &attributes;
    const int error = encode_(name.c_str(), PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &argument);
    if (error == PFM_SUCCESS)
      return EventCode{attributes.type, attributes.config, attributes.config1, attributes.config2};
    if (error == PFM_ERR_NOTFOUND)
      return NotNamed{version() + " does not know this CPU's events by these names: install a newer libpfm"};
    return NotNamed{version() + ": " + explain_(error)};
  }

 private:
  template <class Function>
  bool find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    return function != nullptr;
  }

  void load() {
    tried_ = true;
    handle_ = dlopen(library_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) {
      missing_ =
          "there is no libpfm (" + library_ + ") to give this CPU's events their numbers: install libpfm4";
      return;
    }
    decltype(&pfm_initialize) initialize = nullptr;
    if (!find(initialize, "pfm_initialize") || !find(encode_, "pfm_get_os_event_encoding") ||
        !find(explain_, "pfm_strerror") || !find(version_, "pfm_get_version")) {
      missing_ = library_ + " is no libpfm that this command knows: install libpfm4";
      return;
    }
    if (const int error = initialize(); error != PFM_SUCCESS)
      missing_ = version() + " does not start: " + explain_(error) + "; install a newer libpfm";
  }

  std::string version() const {
    const int number = version_();
    return "libpfm " + std::to_string(PFM_MAJ_VERSION(number)) + "." +
           std::to_string(PFM_MIN_VERSION(number));
  }

  std::string library_, missing_;
  bool tried_ = false;
  void* handle_ = nullptr;
  decltype(&pfm_get_os_event_encoding) encode_ = nullptr;
  decltype(&pfm_strerror) explain_ = nullptr;
  decltype(&pfm_get_version) version_ = nullptr;
};

#else

class Pfm final : public EventNamer {
 public:
  explicit Pfm(std::string) {}
  std::variant<EventCode, NotNamed> code(const std::string&) override {
    return NotNamed{
        "this numapack was built without libpfm, which gives this CPU's events their numbers: build it where "
        "libpfm4-dev is"};
  }
};

#endif

}  // namespace

std::unique_ptr<EventNamer> make_pfm_namer(std::string library) {
  return std::make_unique<Pfm>(std::move(library));
}

}  // namespace numapack
