// Reading the umask does not affect other threads that make files.
#include "daemon/common/own_process.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <thread>

namespace own_process_test {

TEST_CASE("The umask is read while another thread makes files") {
    std::string path = (std::filesystem::temp_directory_path() / "banyan-umask-XXXXXX").string();
    ::close(::mkstemp(path.data()));
    const mode_t before = ::umask(0);
    std::atomic<bool> stop = false;
    std::atomic<int> wrong = 0;
    std::jthread maker([&] {
        while (!stop) {
            ::unlink(path.c_str());
            const int fd = ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
            struct stat made {};
            if (::fstat(fd, &made) == 0 && (made.st_mode & 0777) != 0666) ++wrong;
            ::close(fd);
        }
    });
    int bad = 0;
    constexpr int rounds = 5000;
    for (int i = 0; i < rounds; ++i)
        if (banyan::daemon::own_umask() != 0) ++bad;
    stop = true;
    maker.join();
    ::umask(0027);
    CHECK(banyan::daemon::own_umask() == 0027);
    ::umask(before);
    ::unlink(path.c_str());
    CHECK(bad == 0);
    CHECK(wrong == 0);
}

}  // namespace own_process_test
