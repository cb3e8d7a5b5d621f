#include "tools/pvm/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "tools/pvm/command_error.hpp"

namespace banyan::pvm_console {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

bool is_name_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class splitter {
  public:
    splitter(std::string_view line, const variable_lookup& variable) : rest_(line), variable_(variable) {}

    std::vector<std::string> words() {
        while (!rest_.empty() && !(rest_.front() == '#' && !in_word_))
            take_one();
        end_word();
        return std::move(words_);
    }

  private:
    void take_one() {
        const char c = rest_.front();
        if (is_blank(c)) {
            rest_.remove_prefix(1);
            return end_word();
        }
        in_word_ = true;
        if (c == '\'' || c == '"') return take_quoted(c);
        if (c == '$') return take_variable();
        if (c == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
        take_character();
    }

    void take_quoted(char quote) {
        rest_.remove_prefix(1);
        while (!rest_.empty() && rest_.front() != quote) {
            if (rest_.front() == '$' && quote == '"')
                take_variable();
            else
                take_character();
        }
        if (rest_.empty()) throw command_error(fmt::format("the closing quote {} is missing", quote));
        rest_.remove_prefix(1);
    }

    void take_character() {
        word_ += rest_.front();
        rest_.remove_prefix(1);
    }

    void take_variable() {
        const bool braces = rest_.size() > 1 && rest_[1] == '{';
        const std::size_t first = braces ? 2 : 1;
        std::size_t end = first;
        while (end < rest_.size() && is_name_character(rest_[end]))
            ++end;
        const std::string name(rest_.substr(first, end - first));
        const bool complete = !name.empty() && (!braces || (end < rest_.size() && rest_[end] == '}'));
        const auto value = complete ? variable_(name) : std::nullopt;
        if (!value) return take_character();
        word_ += *value;
        rest_.remove_prefix(end + (braces ? 1 : 0));
    }

    void end_word() {
        if (in_word_) words_.push_back(std::move(word_));
        word_.clear();
        in_word_ = false;
    }

    std::string_view rest_;
    const variable_lookup& variable_;
    std::vector<std::string> words_;
    std::string word_;
    bool in_word_ = false;
};

}  // namespace

std::vector<std::string> split_words(std::string_view line, const variable_lookup& variable) {
    return splitter(line, variable).words();
}

std::string join_words(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace banyan::pvm_console
