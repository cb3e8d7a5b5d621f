// Makes the output of a task harmless on a terminal: nothing but text and colours comes through. Pure.
#pragma once

#include <string>
#include <string_view>

namespace banyan::tools {

/// One for each rank and stream: sequences and characters may be cut anywhere. The terminal is taken to be one of
/// UTF-8.
///
///     \n \t \r, printable UTF-8             unchanged
///     ESC [ numbers m                       unchanged (colours, bold, ...), but not if it hides text; switched off at
///                                           the end of a line or piece, and on again where the text goes on
///     other characters below U+0020, DEL    ^[ ^G ^?
///     U+0080 to U+009F                      \u0080
///     a byte that is not UTF-8              \xff
class terminal_text {
  public:
    /// Appends to `out` what may be shown of the next piece. An unfinished sequence or character waits for the next
    /// one.
    void append(std::string_view piece, std::string& out);
    /// The output has ended: appends what still waits.
    void finish(std::string& out);

  private:
    std::size_t take(std::string_view text, std::string& out);
    std::size_t take_escape(std::string_view text, std::string& out);
    void take_colour(std::string_view sequence, std::string& out);
    void show(std::string_view text, std::string& out);
    void switch_off(std::string& out);

    std::string waiting_;
    std::string colours_;  // sequences that hold where the text goes on
    bool coloured_ = false;
};

/// All of one text.
std::string terminal_text_of(std::string_view text);

}  // namespace banyan::tools
