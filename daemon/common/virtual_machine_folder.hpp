// A process's share in the folder of a virtual machine: the folder exists as long as somebody has one.
#pragma once

#include <filesystem>
#include <string>

namespace banyan::daemon {

/// Holds a shared lock (flock) on the folder, which a killed process loses too: a folder that can be locked exclusively
/// is that of a dead virtual machine. The folder is removed under that lock, so nothing is removed that is in use or
/// being made. The descriptor is close-on-exec; a forked child that executes nothing must close it.
class virtual_machine_folder {
  public:
    /// Makes the folder of a new virtual machine. Throws net::error launch_failed if it exists or cannot be made.
    static virtual_machine_folder create(const std::string& id);
    /// The folder of a virtual machine, made where this host has none. Throws as create().
    static virtual_machine_folder join(const std::string& id);

    /// Takes a descriptor that a parent process has locked.
    static virtual_machine_folder adopt(const std::string& id, int descriptor);

    virtual_machine_folder(virtual_machine_folder&& other) noexcept;
    virtual_machine_folder(const virtual_machine_folder&) = delete;
    virtual_machine_folder& operator=(const virtual_machine_folder&) = delete;
    virtual_machine_folder& operator=(virtual_machine_folder&&) = delete;
    /// Removes the folder with all that is in it, if nobody else uses it.
    ~virtual_machine_folder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] int descriptor() const { return descriptor_; }
    /// Leaves the folder and its lock to the process that shares the descriptor.
    void leave();

  private:
    virtual_machine_folder(std::filesystem::path path, int descriptor)
        : path_(std::move(path)), descriptor_(descriptor) {}
    static virtual_machine_folder make(const std::string& id, bool is_new);

    std::filesystem::path path_;
    int descriptor_;
};

/// Removes a virtual machine's folder if nobody uses it. False if somebody does.
bool remove_if_unused(const std::filesystem::path& folder);

}  // namespace banyan::daemon
