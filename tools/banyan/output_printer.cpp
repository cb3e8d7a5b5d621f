#include "tools/banyan/output_printer.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace banyan::tools {
namespace {

bool is_same_file(int a, int b) {
    struct stat first {};
    struct stat second {};
    return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

}  // namespace

output_printer::output_printer(const options& o)
    : tagged_(o.tagged),
      on_interrupt_(o.on_interrupt),
      streams_{{stream_to(o.out, o.raw, 0), stream_to(o.error, o.raw, is_same_file(o.out, o.error) ? 0U : 1U)}} {}

output_printer::stream output_printer::stream_to(int descriptor, bool raw, std::size_t place) {
    const bool is_terminal = ::isatty(descriptor) == 1;
    return {descriptor, is_terminal, is_terminal && !raw, place};
}

void output_printer::print(const daemon::output_block& block) {
    stream& to = streams_[block.is_error ? 1 : 0];
    if (!to.shown) return write(to, block.rank, block.text);
    shown_.clear();
    filters_[{block.rank, block.is_error}].append(block.text, shown_);
    write(to, block.rank, shown_);
}

void output_printer::finish() {
    for (auto& [from, filter] : filters_) {
        shown_.clear();
        filter.finish(shown_);
        write(streams_[from.second ? 1 : 0], from.first, shown_);
    }
    filters_.clear();
}

void output_printer::write(stream& to, int rank, std::string_view text) {
    if (text.empty()) return;
    if (!tagged_) return write_all(to, text);
    label(to, rank, text);
    write_all(to, labelled_);
}

// A signal ends a write that waits for the reader with EINTR or a short result.
void output_printer::write_all(const stream& to, std::string_view text) const {
    while (!text.empty()) {
        const auto n = ::write(to.descriptor, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {  // another process has made our terminal or pipe non-blocking
            pollfd writable{to.descriptor, POLLOUT, 0};
            ::poll(&writable, 1, -1);
        } else if (errno == EIO && to.is_terminal) {  // it has been closed
            return;
        } else if (errno != EINTR) {
            throw net::error(net::errc::closed,
                             fmt::format("the output of the run cannot be written: {}", std::strerror(errno)));
        }
        if (!text.empty() && on_interrupt_) on_interrupt_();
    }
}

void output_printer::label(stream& to, int rank, std::string_view text) {
    const std::string tag = fmt::format("[{}] ", rank);
    labelled_.clear();
    if (inside_line_[to.place] >= 0 && inside_line_[to.place] != rank) labelled_ += '\n';
    bool inside = inside_line_[to.place] == rank;
    while (!text.empty()) {
        const auto line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        if (!inside) labelled_ += tag;
        labelled_ += line;
        inside = line.back() != '\n';
        text.remove_prefix(line.size());
    }
    inside_line_[to.place] = inside ? rank : -1;
}

}  // namespace banyan::tools
