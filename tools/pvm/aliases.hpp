// The aliases of the user: other names for commands with arguments.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace banyan::pvm_console {

class aliases {
  public:
    using words = std::vector<std::string>;

    void set(const std::string& name, words meaning) { meanings_[name] = std::move(meaning); }
    /// False if there is no such alias.
    bool remove(const std::string& name) { return meanings_.erase(name) > 0; }
    [[nodiscard]] const std::map<std::string, words>& all() const { return meanings_; }

    /// The command with its first word replaced, as long as that is an alias. An alias may have the name of the command
    /// that it means. Throws command_error if aliases mean each other.
    [[nodiscard]] words expand(words command) const;

  private:
    std::map<std::string, words> meanings_;
};

}  // namespace banyan::pvm_console
