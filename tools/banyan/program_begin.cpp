#include "tools/banyan/program_begin.hpp"

#include <algorithm>
#include <cctype>

namespace banyan::tools {
namespace {

// As CLI11 reads it: "-" and "-5" are no options.
bool has_form_of_option(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<unsigned char>(word[1])) == 0;
}

// How many of the next words are values of this option: none if the value is part of the word, as in "-n4".
std::size_t following_values(const CLI::App& verb, const std::string& word) {
    const bool is_long = word[1] == '-';
    const std::size_t end_of_name = is_long ? std::min(word.find('='), word.size()) : 2;
    const CLI::Option* option = verb.get_option_no_throw(word.substr(0, end_of_name));
    if (option == nullptr) return 0;
    const bool has_value = word.size() > end_of_name + (is_long ? 1 : 0);
    return has_value ? 0 : static_cast<std::size_t>(std::max(option->get_items_expected_min(), 0));
}

}  // namespace

std::size_t program_begin(const CLI::App& verb, std::span<const std::string> words) {
    std::size_t at = 0;
    while (at < words.size() && has_form_of_option(words[at])) {
        if (words[at] == "--") return at + 1;
        at += 1 + following_values(verb, words[at]);
    }
    return std::min(at, words.size());
}

}  // namespace banyan::tools
