#include "tools/pvm/spawn_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "pvm3/pvm3.h"
#include "tools/pvm/command_error.hpp"

namespace banyan::pvm_console {
namespace {

constexpr std::string_view host_option = "-host=";
constexpr int most_tasks = 65536;  // the service refuses more

bool is_number(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

int count_of(const std::string& text) {
    int count = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), count);
    if (end.ec != std::errc() || count < 1 || count > most_tasks)
        throw command_error(fmt::format("spawn: '-{}' is not allowed, use a count from 1 to {}", text, most_tasks));
    return count;
}

// `text` follows "->".
void take_output(spawn_order& order, const std::string& text) {
    const bool appends = text.starts_with('>');
    order.file = text.substr(appends ? 1 : 0);
    if (appends && order.file.empty()) throw command_error("spawn: the name of the file is missing, use ->>FILE");
    order.to = appends              ? spawn_order::output::end_of_file
               : order.file.empty() ? spawn_order::output::console
                                    : spawn_order::output::new_file;
}

// `file` follows "-@". A traced job whose output goes nowhere else has it on the console.
void take_trace(spawn_order& order, const std::string& file) {
    order.is_traced = true;
    if (!file.empty()) {
        order.file = file;
        order.to = spawn_order::output::new_file;
    } else if (order.to == spawn_order::output::log) {
        order.to = spawn_order::output::console;
    }
}

// `place` is NAME, NAME:FOLDER or :FOLDER. After '~', all hosts but these.
void take_place(spawn_order& order, const std::string& text, const std::set<std::string>& architectures) {
    const bool is_complement = text.starts_with('~');
    const std::string place = text.substr(is_complement ? 1 : 0);
    const std::string name = place.substr(0, place.find(':'));
    if (is_complement && name.empty()) throw command_error(fmt::format("spawn: '-{}' names no host, use -~HOST", text));
    order.where = place;
    order.flags &= ~(PvmTaskHost | PvmTaskArch | PvmHostCompl);
    if (is_complement) order.flags |= PvmHostCompl;
    if (!name.empty()) order.flags |= architectures.contains(name) ? PvmTaskArch : PvmTaskHost;
}

// `text` follows the minus sign.
void take_option(spawn_order& order, const std::string& text, const std::set<std::string>& architectures) {
    if (text.empty()) throw command_error("spawn: '-' is not an option");
    if (text == "?") {
        order.flags |= PvmTaskDebug;
    } else if (text.starts_with('>')) {
        take_output(order, text.substr(1));
    } else if (text.starts_with('@')) {
        take_trace(order, text.substr(1));
    } else if (is_number(text)) {
        order.count = count_of(text);
    } else {
        take_place(order, text.starts_with(host_option) ? text.substr(host_option.size()) : text, architectures);
    }
}

}  // namespace

spawn_order parse_spawn(const std::vector<std::string>& words, const std::set<std::string>& architectures) {
    spawn_order order;
    auto word = words.begin();
    for (; word != words.end() && word->starts_with('-'); ++word)
        take_option(order, word->substr(1), architectures);
    if (word == words.end())
        throw command_error("spawn: the program is missing, use spawn [OPTION]... PROGRAM [ARGUMENT]...");
    order.program = *word;
    order.arguments.assign(word + 1, words.end());
    return order;
}

}  // namespace banyan::pvm_console
