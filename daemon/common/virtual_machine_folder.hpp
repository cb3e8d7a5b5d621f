// The use of a virtual machine's folder by one process. The folder exists as long as a process uses it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace banyan::daemon {

/// Holds a shared lock (flock) on the folder. A killed process loses its lock, so if a folder can be locked
/// exclusively, its virtual machine is dead. Folders are removed only under the exclusive lock, so no folder is removed
/// that is in use or being made. The descriptor is close-on-exec. A forked child that does not call exec must close it.
class virtual_machine_folder {
  public:
    /// Makes the folder of a new virtual machine. Throws net::error launch_failed if it exists or cannot be created.
    static virtual_machine_folder create(const std::string& id);
    /// The folder of an existing virtual machine. It is created if this host has none. Throws as create().
    static virtual_machine_folder join(const std::string& id);

    /// Uses a descriptor that a parent process has locked.
    static virtual_machine_folder adopt(const std::string& id, int descriptor);

    virtual_machine_folder(virtual_machine_folder&& other) noexcept;
    virtual_machine_folder(const virtual_machine_folder&) = delete;
    virtual_machine_folder& operator=(const virtual_machine_folder&) = delete;
    virtual_machine_folder& operator=(virtual_machine_folder&&) = delete;
    /// Removes the folder and its contents if no other process uses it.
    ~virtual_machine_folder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] int descriptor() const { return descriptor_; }
    /// Removes the folder as soon as no other process uses it, if that is within `limit`. Blocks. Call it last: this
    /// process loses its shared lock. Without effect if another process removes the folder first.
    void remove_within(std::chrono::milliseconds limit);
    /// Closes the descriptor and does not remove the folder: the process that shares the descriptor does.
    void release();

  private:
    virtual_machine_folder(std::filesystem::path path, int descriptor)
        : path_(std::move(path)), descriptor_(descriptor) {}
    static virtual_machine_folder make(const std::string& id, bool is_new);

    std::filesystem::path path_;
    int descriptor_;
};

/// Removes the folder of a virtual machine if no process uses it. False if one does.
bool remove_if_unused(const std::filesystem::path& folder);

}  // namespace banyan::daemon
