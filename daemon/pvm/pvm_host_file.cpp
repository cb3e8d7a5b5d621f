#include "daemon/pvm/pvm_host_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

#include "banyan/net/error.hpp"
#include "libnet/base/byte_order_mark.hpp"
#include "libnet/base/environment.hpp"
#include "libnet/base/number_text.hpp"

namespace banyan::daemon::pvm {
namespace {

constexpr int least_speed = 1, most_speed = 1'000'000, usual_speed = 1000;
constexpr std::array<std::string_view, 10> options = {"lo", "so", "dx", "ep", "wd", "sp", "bx", "ip", "id", "nid"};

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream text(line.substr(0, line.find('#')));
    std::vector<std::string> words;
    for (std::string word; text >> word;)
        words.push_back(word);
    return words;
}

bool is_option(const std::string& word) {
    const auto equals = word.find('=');
    return equals != word.npos && std::find(options.begin(), options.end(), word.substr(0, equals)) != options.end();
}

int speed_of(const std::string& text) {
    const auto speed = net::number_between(text, least_speed, most_speed);
    if (!speed) refuse_argument(fmt::format("sp={} is not allowed: {}..{}", text, least_speed, most_speed));
    return *speed;
}

void take_option(pvm_host& host, const std::string& word) {
    if (!is_option(word))
        refuse_argument(fmt::format("'{}' is not an option; allowed: {}=", word, fmt::join(options, "= ")));
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    if (name == "lo") host.login = value;
    if (name == "ip") host.address = value;
    if (name == "ep") host.search_list = value;
    if (name == "wd") host.directory = value;
    if (name == "bx") host.debugger = value;
    if (name == "dx") host.daemon = value;
    if (name == "id") host.vmid = value;
    if (name == "so") host.start_option = value;
    if (name == "sp") host.speed = speed_of(value);
}

constexpr std::string_view marks = "*&$";

bool has_mark(const std::vector<std::string>& words) {
    return !words.empty() && marks.find(words.front().front()) != marks.npos;
}

// The words of a line without its first mark, which may stand in front of a word without a space.
std::vector<std::string> without_mark(std::vector<std::string> words) {
    if (words.front().size() == 1)
        words.erase(words.begin());
    else
        words.front().erase(0, 1);
    return words;
}

pvm_host host_of(const std::vector<std::string>& words, const pvm_host& defaults) {
    if (words.empty() || is_option(words.front())) refuse_argument("the name of a host is missing");
    pvm_host host = defaults;
    host.name = words.front();
    for (std::size_t i = 1; i < words.size(); ++i)
        take_option(host, words[i]);
    return host;
}

// As in PVM, a host may have several of the marks `&` and `$`. `$` allows a second host on this computer, which Banyan
// does not start.
void take_line(pvm_host_file& file, const std::string& line) {
    auto words = words_of(line);
    if (words.empty()) return;
    if (words.front().front() == '*') {
        file.defaults = {};
        for (const auto& word : without_mark(words))
            take_option(file.defaults, word);
        return;
    }
    bool is_started = true;
    for (; has_mark(words); words = without_mark(std::move(words)))
        is_started = is_started && words.front().front() != '&';
    file.hosts.push_back(host_of(words, file.defaults));
    file.hosts.back().is_started = is_started;
}

}  // namespace

pvm_host pvm_host_file::find(const std::string& name) const {
    const auto found = std::find_if(hosts.begin(), hosts.end(), [&](const pvm_host& h) { return h.name == name; });
    if (found != hosts.end()) return *found;
    pvm_host host = defaults;
    host.name = name;
    return host;
}

void pvm_host_file::set(const pvm_host& host) {
    std::erase_if(hosts, [&](const pvm_host& h) { return h.name == host.name; });
    hosts.push_back(host);
}

bool is_pvm_host_file(const std::string& text) {
    std::istringstream lines(net::without_byte_order_mark(text));
    for (std::string line; std::getline(lines, line);) {
        const auto words = words_of(line);
        if (words.empty()) continue;
        if (has_mark(words)) return true;
        if (std::any_of(words.begin(), words.end(), is_option)) return true;
    }
    return false;
}

pvm_host_file parse_pvm_host_file(std::istream& in, const std::string& file_name) {
    pvm_host_file file;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        try {
            take_line(file, number == 1 ? net::without_byte_order_mark(line) : line);
        } catch (const net::error& refused) {
            refuse_argument(fmt::format("{}:{}: {}", file_name, number, refused.what()));
        }
    }
    return file;
}

pvm_host_file read_pvm_host_file_of_variable() {
    const std::string path = net::environment_value("PVMHOSTFILE");
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return file && is_pvm_host_file(text.str()) ? parse_pvm_host_file(text, path) : pvm_host_file{};
}

pvm_host parse_pvm_host(const std::string& line, const pvm_host& defaults) {
    return host_of(words_of(line), defaults);
}

std::string start_option_note(const std::vector<std::string>& hosts, const std::string& start_option) {
    const char* instead = "unknown, allowed: pw, ms; ssh starts the host";
    if (start_option == "pw") instead = "no password is asked for; ssh logs in with a key (ssh-copy-id)";
    if (start_option == "ms") instead = "no start by hand; ssh starts the host, or the program in PVM_RSH";
    return fmt::format("{}: so={}: {}", fmt::join(hosts, ", "), start_option, instead);
}

bool names_our_daemon(const std::string& path) {
    return path == "banyand" || path.ends_with("/banyand");
}

host_entry to_host_entry(const pvm_host& host) {
    host_entry entry;
    entry.name = host.name;
    entry.address = host.address;
    entry.user = host.login;
    entry.speed = static_cast<double>(host.speed) / usual_speed;
    if (names_our_daemon(host.daemon)) entry.daemon = host.daemon;
    entry.vmid = host.vmid;
    return entry;
}

}  // namespace banyan::daemon::pvm
