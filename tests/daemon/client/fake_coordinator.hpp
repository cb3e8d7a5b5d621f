// A coordinator for tests. Its own thread serves one connection after the other. Each connection has a script.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "daemon/daemon.pb.h"
#include "libnet/wire/control_frame.hpp"
#include "tests/common/scratch_folder.hpp"

namespace banyan::testing {

/// The coordinator's side of one connection. All calls throw std::runtime_error after 20 s, or if the other side has
/// closed.
class fake_session {
  public:
    explicit fake_session(int socket) : socket_(socket) {}
    ~fake_session();
    fake_session(const fake_session&) = delete;
    fake_session& operator=(const fake_session&) = delete;

    daemon::wire::FromClient receive();
    void send(const daemon::wire::ToClient& message);
    void send_bytes(const std::string& bytes);
    void close();

  private:
    int socket_;
    net::control_frame_reader reader_;
};

class fake_coordinator {
  public:
    using script = std::function<void(fake_session&)>;

    /// Makes its own runtime folder (XDG_RUNTIME_DIR, until the end) with the folder of the virtual machine `id`.
    /// Listens at first_socket(id). A connection is closed at the end of its script. The listener is closed after the
    /// last script or at the first failure.
    fake_coordinator(const std::string& id, std::vector<script> scripts);
    ~fake_coordinator();
    fake_coordinator(const fake_coordinator&) = delete;
    fake_coordinator& operator=(const fake_coordinator&) = delete;

    /// For use in a script: connections are refused until the script has ended.
    void fill_queue();
    /// Waits until all scripts have ended. Returns the failure of a script, or "".
    std::string finish();
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path; }

  private:
    void listen(const std::filesystem::path& path);
    void serve();
    int accept();

    scratch_folder folder_;
    std::string runtime_before_;
    std::vector<script> scripts_;
    std::vector<int> fillers_;
    int listener_ = -1;
    std::string failure_;
    std::thread thread_;
};

}  // namespace banyan::testing
