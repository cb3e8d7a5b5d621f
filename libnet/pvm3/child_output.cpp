#include "libnet/pvm3/child_output.hpp"

#include <fmt/format.h>

#include <boost/endian/conversion.hpp>
#include <optional>

#include "pvm3/pvmproto.h"

namespace banyan::pvm3 {
namespace {

constexpr std::size_t int_bytes = 4;

std::optional<int> number_at(const packed_message& message, std::size_t index) {
    if (message.body.size() < (index + 1) * int_bytes) return std::nullopt;
    return boost::endian::load_big_s32(reinterpret_cast<const unsigned char*>(message.body.data()) + index * int_bytes);
}

}  // namespace

bool child_output::take(const packed_message& message) {
    if (!collects(message)) return false;
    const auto tid = number_at(message, 0), count = number_at(message, 1);
    if (!tid || !count) return true;
    if (*count == TO_EOF) finish(*tid);
    if (*count == TO_SPAWN && unfinished_.try_emplace(*tid).second && shows_tids_) print(*tid, "BEGIN");
    if (*count <= 0) return true;
    const std::size_t arrived =
        std::min<std::size_t>(static_cast<std::size_t>(*count), message.body.size() - 2 * int_bytes);
    add(*tid, {reinterpret_cast<const char*>(message.body.data()) + 2 * int_bytes, arrived});
    return true;
}

void child_output::add(int tid, const std::string& bytes) {
    auto& line = unfinished_[tid];
    for (const char c : bytes) {
        if (c != '\n') {
            line += c;
            continue;
        }
        print(tid, line);
        line.clear();
    }
}

void child_output::finish(int tid) {
    const auto found = unfinished_.find(tid);
    if (found == unfinished_.end()) return;
    if (!found->second.empty()) print(tid, found->second);
    if (shows_tids_) print(tid, "EOF");
    unfinished_.erase(found);
}

void child_output::print(int tid, const std::string& text) {
    if (!file_) return;
    const std::string line = shows_tids_ ? fmt::format("[t{:x}] {}\n", tid, text) : text + "\n";
    std::fwrite(line.data(), 1, line.size(), file_);
    std::fflush(file_);
}

child_output& the_child_output() {
    static child_output& one = *new child_output;
    return one;
}

}  // namespace banyan::pvm3
