// The body of a message of PVM in XDR, for messages that the library and the PVM service make and read themselves:
// integers of 4 bytes, and texts. RFC 4506, sections 4.1 and 4.11; as in PVM, the length of a text counts a zero byte
// at its end.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::pvm3 {

class xdr_writer {
  public:
    xdr_writer& add(int value);
    xdr_writer& add(std::span<const int> values);
    /// 8 bytes, as pvm_pklong.
    xdr_writer& add_long(std::int64_t value);
    xdr_writer& add_text(std::string_view text);
    /// The count first.
    xdr_writer& add_texts(std::span<const std::string> texts);

    [[nodiscard]] const std::string& body() const { return body_; }

  private:
    std::string body_;
};

/// Reads a body from its beginning. The functions return nothing if the body ends too early or a text is not complete;
/// then the position is that of before. The memory of the body must outlive the reader. Messages of programs may have
/// little-endian numbers (encoding.hpp).
class xdr_reader {
  public:
    explicit xdr_reader(std::string_view body, std::endian byte_order = std::endian::big)
        : rest_(body), byte_order_(byte_order) {}

    std::optional<int> integer();
    std::optional<std::int64_t> long_integer();
    std::optional<std::string> text();
    /// So many bytes, which are padded to a multiple of 4.
    std::optional<std::string> bytes(std::size_t count);
    /// What xdr_writer::add_texts() has written.
    std::optional<std::vector<std::string>> texts();
    [[nodiscard]] bool at_end() const { return rest_.empty(); }

  private:
    std::string_view rest_;
    std::endian byte_order_;
};

}  // namespace banyan::pvm3
