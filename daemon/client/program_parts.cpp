#include "daemon/client/program_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "libnet/joining/attach_protocol.hpp"

namespace banyan::daemon {
namespace {

/// The limit of one text. No system executes longer ones (Linux: 128 KiB with pages of 4 KiB).
constexpr std::size_t most_text_bytes = 512 * 1024;
/// If a part has this many bytes, the next text starts another one. This is well below the limit of a control frame.
constexpr std::size_t full_part_bytes = 256 * 1024;

/// True for variables that are set for each task. In a run inside a task, those of the enclosing task are left out.
bool is_of_one_task(std::string_view name) {
    constexpr std::array<std::string_view, 6> variables{net::daemon_socket_variable, net::task_variable,
                                                        net::rank_variable,          net::size_variable,
                                                        net::local_rank_variable,    net::local_size_variable};
    return std::ranges::find(variables, name) != variables.end();
}

/// True for settings of Banyan that apply to the tasks too.
bool is_setting(std::string_view name) {
    return name.starts_with("BANYAN_") && name != "BANYAN_VM" && name != "BANYAN_SSH";
}

class part_list {
  public:
    using add_text = void (wire::ProgramPart::*)(const std::string&);

    void add(add_text field, const std::string& text, const char* what) {
        if (text.size() > most_text_bytes)
            throw net::error(net::errc::too_large,
                             fmt::format("{} {}... has {} bytes; at most {} are possible", what,
                                         text.substr(0, text.find('=')).substr(0, 40), text.size(), most_text_bytes));
        if (parts_.empty() || used_bytes_ + text.size() > full_part_bytes) {
            parts_.emplace_back();
            used_bytes_ = 0;
        }
        constexpr std::size_t overhead_bytes = 8;
        used_bytes_ += text.size() + overhead_bytes;
        (parts_.back().*field)(text);
    }
    std::vector<wire::ProgramPart> take() {
        if (!parts_.empty()) parts_.front().set_is_first(true);
        return std::move(parts_);
    }

  private:
    std::vector<wire::ProgramPart> parts_;
    std::size_t used_bytes_ = 0;
};

void check_variable(const std::string& name, const std::string& value) {
    if (name.empty() || name.find_first_of(std::string_view("=\0", 2)) != name.npos)
        throw net::error(net::errc::invalid_argument,
                         fmt::format("'{}' is not a valid name of a variable", name.c_str()));
    if (value.find('\0') != value.npos)
        throw net::error(net::errc::invalid_argument, fmt::format("the value of {} contains a zero byte", name));
    if (is_of_one_task(name))
        throw net::error(net::errc::invalid_argument, fmt::format("{} is set by Banyan for each task", name));
}

}  // namespace

std::vector<wire::ProgramPart> program_parts(const run_request& request,
                                             const std::vector<std::string>& own_environment) {
    part_list parts;
    for (const auto& word : request.command)
        parts.add(&wire::ProgramPart::add_command, word, "the argument");
    for (const auto& entry : own_environment) {
        const auto name = std::string_view(entry).substr(0, entry.find('='));
        if (is_of_one_task(name)) continue;
        parts.add(&wire::ProgramPart::add_own_environment, entry, "the variable");
        if (is_setting(name)) parts.add(&wire::ProgramPart::add_settings, entry, "the variable");
    }
    for (const auto& [name, value] : request.environment) {
        check_variable(name, value);
        parts.add(&wire::ProgramPart::add_settings, name + "=" + value, "the variable");
    }
    return parts.take();
}

}  // namespace banyan::daemon
