// Frames that no correct program of this version sends. With them, a command or a task can end only its own request.
#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <string>

#include "banyan/net/error.hpp"
#include "daemon/common/command_protocol.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/base/asio.hpp"
#include "libnet/joining/attach_protocol.hpp"
#include "libnet/wire/control_frame.hpp"
#include "tests/common/long_form.hpp"
#include "tests/daemon/system/child.hpp"

namespace hostile_frames_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;
namespace net = banyan::net;
namespace asio = banyan::net::asio;
namespace wire = banyan::daemon::wire;

namespace {

/// Bytes that protobuf reads as fields: small field numbers, values at the limits of their ranges, nested messages.
class frame_writer {
  public:
    explicit frame_writer(unsigned seed) : random_(seed) {}

    std::string message(int depth = 0) {
        std::string bytes;
        for (int fields = pick(4) + (depth == 0 ? 1 : 0); fields > 0; --fields)
            add_field(bytes, 1 + pick(14), depth);
        return bytes;
    }
    /// A message whose only field is `number`.
    std::string message_with(int number) {
        std::string bytes;
        add_bytes(bytes, number, message(1));
        return bytes;
    }
    int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    static void add_bytes(std::string& to, int number, const std::string& content) {
        add_varint(to, static_cast<std::uint64_t>(number) << 3 | 2);
        add_varint(to, content.size());
        to += content;
    }

  private:
    void add_field(std::string& to, int number, int depth) {
        if (pick(3) == 0) {
            constexpr std::uint64_t values[] = {0, 1, 2, 7, 64, 0x7fffffff, 0x80000000, 0xffffffff, ~std::uint64_t{0}};
            add_varint(to, static_cast<std::uint64_t>(number) << 3);
            add_varint(to, values[pick(9)]);
        } else {
            const std::string odd[] = {"",  std::string(1, '\0'),  "\xff\xfe", "/nonexistent/\x01",
                                       "=", std::string(3000, 'z')};
            add_bytes(to, number, depth < 4 && pick(2) == 0 ? message(depth + 1) : odd[pick(6)]);
        }
    }
    static void add_varint(std::string& to, std::uint64_t value) {
        for (; value >= 0x80; value >>= 7)
            to += static_cast<char>(value | 0x80);
        to += static_cast<char>(value);
    }
    std::mt19937 random_;
};

void send(net::stream_socket& to, const std::string& body) {
    boost::system::error_code closed;  // a write error is allowed after a refused frame
    asio::write(to, asio::buffer(net::control_frame(body)), closed);
}

/// The requests of a command, except those that end the virtual machine or start a host.
std::string command_frame(frame_writer& writer) {
    const int number = 1 + writer.pick(21);
    if (number == wire::FromClient::kTakeDown) return "";
    if (number != wire::FromClient::kAddHosts) return writer.message_with(number);
    std::string host = writer.message(2);
    frame_writer::add_bytes(host, wire::HostToStart::kCommandFieldNumber, "/nonexistent/program");
    std::string request, frame;
    frame_writer::add_bytes(request, wire::AddHosts::kHostsFieldNumber, host);
    frame_writer::add_bytes(frame, number, request);
    return frame;
}

fs::path virtual_machine_folder(const arena& a) {
    for (const auto& user : fs::directory_iterator(a.folder()))
        if (user.path().filename().string().starts_with("banyan-")) return fs::directory_iterator(user.path())->path();
    FAIL("no virtual machine runs");
    return {};
}

/// Prints its task id first. $0 is the task program.
const std::string task_that_hangs = "echo $BANYAN_TASK; exec \"$0\" hang";

/// A virtual machine with a run that the attacks must not disturb.
struct bystander {
    arena a;
    std::optional<child> run;
    bystander() {
        REQUIRE(run_banyan(a, {"up"}).status == 0);
        run.emplace(a, banyan_command({"run", "-n", "2", "--", task_program(), "hang"}));
        REQUIRE(run->wait_for_output("up\nup\n"));
    }
    void check_unharmed() {
        CHECK_THAT(run_banyan(a, {"ps"}).out, Contains("daemon_test_task"));
        CHECK(run_banyan(a, {"run", "-n", "2", "--", "echo", "on"}).out == "on\non\n");
        CHECK(a.processes_with(task_program() + " hang").size() == 3);  // the command and its tasks
        run_banyan(a, {"down"});
    }
};

/// A connection to the host daemon under the id of a running task.
net::stream_socket attach_as(const std::string& task, const arena& a, asio::io_context& io) {
    auto connection = banyan::daemon::connect_unix(io, virtual_machine_folder(a) / "host1" / "tasks.sock");
    net::control::ToDaemon attach;
    attach.mutable_attach()->set_version(net::attach_protocol_version);
    attach.mutable_attach()->set_task(static_cast<std::uint32_t>(std::stoul(task)));
    send(connection, attach.SerializeAsString());
    return connection;
}

/// Makes many connections and sends a few frames on each. "" stands for no frame.
void send_frames(const fs::path& socket, const std::function<std::string(frame_writer&)>& next) {
    const int connections = banyan::testing::full_form() ? 50'000 : 500;
    asio::io_context io;
    for (int seed = 0; seed < connections; ++seed) {
        frame_writer writer(static_cast<unsigned>(seed));
        auto connection = banyan::daemon::connect_unix(io, socket);
        for (int frames = 1 + writer.pick(5); frames > 0; --frames)
            if (const auto frame = next(writer); !frame.empty()) send(connection, frame);
    }
}

/// The answer to the request of a command of this version; nothing if the coordinator closes the connection.
std::optional<wire::ToClient> ask_with_version(const arena& a, wire::FromClient request, std::uint32_t version) {
    asio::io_context io;
    auto connection = banyan::daemon::connect_unix(io, virtual_machine_folder(a) / "control.sock");
    request.set_version(version);
    send(connection, request.SerializeAsString());
    net::control_frame_reader reader;
    std::array<std::byte, 4096> bytes{};
    for (boost::system::error_code end; !end;) {
        reader.feed(std::span(bytes).first(connection.read_some(asio::buffer(bytes), end)));
        if (const auto body = reader.next()) {
            wire::ToClient answer;
            REQUIRE(answer.ParseFromString(*body));
            return answer;
        }
    }
    return std::nullopt;
}

}  // namespace

TEST_CASE("A command of another version is told so, and can only end the virtual machine") {
    arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    constexpr std::uint32_t ours = banyan::daemon::command_protocol_version;
    wire::FromClient list;
    list.mutable_list_hosts();
    const auto answer = ask_with_version(a, list, ours);
    REQUIRE(answer);
    CHECK(answer->hosts().hosts_size() == 1);
    const auto refusal = ask_with_version(a, list, ours + 1);
    REQUIRE(refusal);
    CHECK(refusal->failure().code() == static_cast<int>(net::errc::version_mismatch));
    CHECK_THAT(refusal->failure().text(), Contains("another version of Banyan") && Contains("banyan down"));
    wire::FromClient down;
    down.mutable_take_down();
    CHECK_FALSE(ask_with_version(a, down, ours + 1));
    CHECK(a.empty_within(clean_up_limit));
    check_refused(a, {"hosts"}, 1, "no virtual machine is running");
}

TEST_CASE("No frame of a command ends the coordinator or the run of another command") {
    bystander other;
    send_frames(virtual_machine_folder(other.a) / "control.sock", command_frame);
    other.check_unharmed();
}

TEST_CASE("No frame of a task ends its host daemon or the run of another command") {
    bystander other;
    send_frames(virtual_machine_folder(other.a) / "host1" / "tasks.sock",
                [](frame_writer& writer) { return writer.message_with(1 + writer.pick(7)); });
    other.check_unharmed();
}

TEST_CASE("No frame of an attached task ends its host daemon") {
    arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    for (unsigned seed = 0; seed < 10; ++seed) {
        child run(a, banyan_command({"run", "-n", "1", "--", "sh", "-c", task_that_hangs, task_program()}));
        REQUIRE(run.wait_for_output("\n"));
        frame_writer writer(seed);
        asio::io_context io;
        auto connection = attach_as(run.output(), a, io);
        for (int frame = 0; frame < 50; ++frame)
            send(connection, writer.message_with(2 + writer.pick(5)));
        CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
        run.signal(SIGTERM);
        run.finish();
    }
    run_banyan(a, {"down"});
}

TEST_CASE("A task that sends more than fits into a message of its run loses only its own connection") {
    arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    child run(a, banyan_command({"run", "-n", "1", "--", "sh", "-c", task_that_hangs, task_program()}));
    REQUIRE(run.wait_for_output("\n"));
    asio::io_context io;
    auto connection = attach_as(run.output(), a, io);
    net::control::ToDaemon publish;
    publish.mutable_publish()->add_tcp(std::string(100'000, '1'));
    send(connection, publish.SerializeAsString());
    boost::system::error_code end;
    for (std::array<char, 4096> answers; !end;)
        connection.read_some(asio::buffer(answers), end);
    CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
    CHECK_FALSE(a.processes_with(task_program() + " hang").empty());
    run.signal(SIGTERM);
    run.finish();
    run_banyan(a, {"down"});
}

}  // namespace hostile_frames_test
