// How PVM programs that are started by hand find the PVM service: by a file with a fixed name, as in PVM.
#pragma once

#include <filesystem>

namespace banyan::daemon::pvm {

/// True if a service of this user listens at the socket. Never waits.
bool is_running(const std::filesystem::path& socket);

/// Writes the path of the socket to service_file("pvmd"), unless that file names the socket of a running service.
/// Returns false if the file cannot be written.
bool name_service(const std::filesystem::path& socket);

/// Names the socket of the service in service_file("pvmd"), for programs that are started by hand. The file belongs to
/// this object, which removes it. If the file names another running service of this user, nothing is written.
class address_file {
  public:
    explicit address_file(const std::filesystem::path& socket);
    ~address_file();
    address_file(const address_file&) = delete;
    address_file& operator=(const address_file&) = delete;

  private:
    std::filesystem::path socket_;
};

}  // namespace banyan::daemon::pvm
