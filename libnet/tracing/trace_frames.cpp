#include "libnet/tracing/trace_frames.hpp"

#include <utility>

namespace banyan::net::tracing {
namespace {

std::string start_of_frame(std::string_view token) {
    std::string start;
    start += frame_mark;
    start += token;
    return start;
}

}  // namespace

frame_packer::frame_packer(std::string_view token, writer write)
    : start_(start_of_frame(token)), frame_(start_), write_(std::move(write)) {}

void frame_packer::add(std::string_view line) {
    if (frame_.size() + line.size() + 1 > most_frame_bytes) finish();
    frame_ += line;
}

void frame_packer::finish() {
    if (frame_.size() == start_.size()) return;
    frame_ += frame_mark;
    write_(frame_);
    frame_ = start_;
}

frame_extractor::frame_extractor(std::string_view token) : start_(start_of_frame(token)) {}

// True if the text that is kept is the beginning of a frame, or of its mark and token.
bool frame_extractor::may_be_frame() const {
    const std::size_t known = std::min(held_.size(), start_.size());
    return held_.size() < most_frame_bytes && held_.compare(0, known, start_, 0, known) == 0;
}

std::string frame_extractor::extract(std::string_view text, const line_handler& take) {
    held_ += text;
    std::string plain;
    for (;;) {
        const std::size_t mark = held_.find(frame_mark);
        plain.append(held_, 0, mark);
        held_.erase(0, mark);
        if (held_.empty()) return plain;
        const std::size_t end = held_.size() > start_.size() ? held_.find(frame_mark, start_.size()) : held_.npos;
        const bool whole = end < most_frame_bytes && held_.starts_with(start_);
        if (whole) {
            std::string_view lines(held_.data() + start_.size(), end - start_.size());
            for (std::size_t stop = lines.find('\n'); stop != lines.npos; stop = lines.find('\n')) {
                take(lines.substr(0, stop));
                lines.remove_prefix(stop + 1);
            }
            held_.erase(0, end + 1);
        } else if (may_be_frame() && end == held_.npos) {
            return plain;
        } else {  // a record separator of the program
            plain += frame_mark;
            held_.erase(0, 1);
        }
    }
}

std::string frame_extractor::finish() {
    return std::exchange(held_, {});
}

}  // namespace banyan::net::tracing
