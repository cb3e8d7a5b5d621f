// Makes the output of a task harmless for a terminal: only text and colours pass. No I/O.
#pragma once

#include <string>
#include <string_view>

namespace banyan::tools {

/// A filter for one stream of one rank. Pieces may be cut inside a sequence or character. The terminal must use UTF-8.
///
///     \n \t \r, printable UTF-8             unchanged
///     ESC [ numbers m                       unchanged (colours, bold, ...), unless it hides text; switched off at
///                                           the end of a line or piece, and on again when the text continues
///     other characters below U+0020, DEL    ^[ ^G ^?
///     U+0080 to U+009F                      \u0080
///     a byte that is not UTF-8              \xff
class terminal_text {
  public:
    /// Appends the next piece to `out`. An unfinished sequence or character is kept until the next call.
    void append(std::string_view piece, std::string& out);
    /// Appends what has been kept, after the last piece.
    void finish(std::string& out);

  private:
    std::size_t take(std::string_view text, std::string& out);
    std::size_t take_escape(std::string_view text, std::string& out);
    void take_colour(std::string_view sequence, std::string& out);
    void show(std::string_view text, std::string& out);
    void switch_off(std::string& out);

    std::string waiting_;
    std::string colours_;  // sequences that apply when the text continues
    bool coloured_ = false;
};

/// The same for one complete text.
std::string terminal_text_of(std::string_view text);

}  // namespace banyan::tools
