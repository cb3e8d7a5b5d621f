// The log of the PVM service, which users find by its name, as in PVM.
#pragma once

#include <cstddef>
#include <string>

namespace banyan::daemon::pvm {

/// Appends lines to service_file("pvml"). Stops at PVMDLOGMAX bytes, 1 MiB by default, as the original does.
class log_file {
  public:
    log_file();
    ~log_file();
    log_file(const log_file&) = delete;
    log_file& operator=(const log_file&) = delete;
    void write(const std::string& line);

  private:
    int descriptor_;
    std::size_t room_bytes_;
};

}  // namespace banyan::daemon::pvm
