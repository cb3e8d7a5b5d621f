#include "tools/banyan/density_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <utility>

#include "banyan/part/partition.hpp"
#include "libnet/base/byte_order_mark.hpp"
#include "libnet/base/number_text.hpp"
#include "tools/banyan/input_file.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

constexpr const char* separators = " \t\r,";

/// Reads the content line by line and knows the line number for error lines.
class density_reader {
  public:
    density_reader(const std::string& option, const std::string& file, const part::grid& domain)
        : name_(fmt::format("{} {}", option, file)), domain_(domain) {}

    part::work_density read(const std::string& content) {
        std::istringstream in(net::without_byte_order_mark(content));
        for (std::string text; std::getline(in, text);) {
            ++line_number_;
            const std::size_t first = text.find_first_not_of(separators);
            if (first != std::string::npos && text[first] != '#') take_line(text);
        }
        if (std::ranges::none_of(values_, [](double v) { return v > 0; }))
            refuse("has no number above 0, at least one is needed");
        return density();
    }

  private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw verb_error(exit_status::usage, fmt::format("{}: {}", name_, what));
    }

    void take_line(std::string_view text) {
        const std::size_t before = values_.size();
        for (std::size_t at = text.find_first_not_of(separators); at != std::string_view::npos;
             at = text.find_first_not_of(separators, at)) {
            const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
            take_number(text.substr(at, end - at));
            at = end;
        }
        const auto taken = static_cast<std::int64_t>(values_.size() - before);
        if (lines_ == 0) width_ = taken;
        if ((taken != 1 && taken != domain_.cols()) || taken != width_)
            refuse(fmt::format("line {} has {} numbers, use {}", line_number_, taken,
                               lines_ > 0 ? fmt::format("{} as in the lines before", width_)
                                          : fmt::format("1 or {}, the number of columns", domain_.cols())));
        if (++lines_ > domain_.rows())
            refuse(fmt::format("line {} is one too many, use {} lines of numbers, one for each row", line_number_,
                               domain_.rows()));
    }

    void take_number(std::string_view text) {
        const auto value = net::number_between(text, 0.0, std::numeric_limits<double>::max());
        if (!value)
            refuse(
                fmt::format("'{}' in line {} is not allowed, use a finite number of at least 0", text, line_number_));
        if (std::ssize(values_) == part::max_listed_cells)
            refuse(fmt::format("line {} has too many numbers, use at most {} in all", line_number_,
                               part::max_listed_cells));
        values_.push_back(*value);
    }

    part::work_density density() {
        if (lines_ == domain_.rows())
            return width_ == 1 && domain_.cols() > 1 ? part::work_density::of_rows(std::move(values_))
                                                     : part::work_density::of_cells(std::move(values_));
        if (lines_ == 1 && width_ > 1) return part::work_density::of_columns(std::move(values_));
        refuse(fmt::format("has {} lines of numbers, use {}, one for each row, or 1 line of {} numbers", lines_,
                           domain_.rows(), domain_.cols()));
    }

    std::string name_;
    part::grid domain_;
    std::vector<double> values_;
    std::int64_t line_number_ = 0;
    std::int64_t lines_ = 0;  // with numbers
    std::int64_t width_ = 0;  // numbers in each of them
};

}  // namespace

part::work_density read_density(const std::string& option, const std::string& file, const part::grid& domain) {
    return density_reader(option, file, domain).read(read_input_file(file, option));
}

}  // namespace banyan::tools
