// A descriptor for poll() that the library makes readable when something has happened.
#pragma once

namespace banyan::net::detail {

/// Owns an eventfd. Any thread may call set(), clear() and number().
class event_descriptor {
  public:
    /// The descriptor is not readable at first. `user` says in the error line what needs the descriptor. Throws
    /// errc::resource_limit.
    explicit event_descriptor(const char* user);
    ~event_descriptor();
    event_descriptor(const event_descriptor&) = delete;
    event_descriptor& operator=(const event_descriptor&) = delete;

    [[nodiscard]] int number() const { return number_; }
    void set() const noexcept;    ///< readable until clear()
    void clear() const noexcept;  ///< not readable until set()

  private:
    const int number_;
};

}  // namespace banyan::net::detail
