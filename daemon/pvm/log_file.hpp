// The log of the PVM service, which users find by its name, as in PVM.
#pragma once

#include <cstddef>
#include <string>

namespace banyan::daemon::pvm {

/// Appends lines to service_file("pvml"), or writes nothing if another user has put a file or a link there. Stops after
/// PVMDLOGMAX bytes, 1 MiB by default, as the original does. A value that is no number of bytes is a line of the log,
/// and the default holds.
class log_file {
  public:
    /// The lines that other services have written. Those of a service that runs must be kept.
    enum class earlier_lines { dropped, kept };

    explicit log_file(earlier_lines of_others);
    ~log_file();
    log_file(const log_file&) = delete;
    log_file& operator=(const log_file&) = delete;
    void write(const std::string& line);

  private:
    int descriptor_ = -1;
    std::size_t room_bytes_;
};

}  // namespace banyan::daemon::pvm
