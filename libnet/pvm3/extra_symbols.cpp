#include "libnet/pvm3/extra_symbols.hpp"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/codec.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/own_host.hpp"
#include "libnet/pvm3/service_address.hpp"
#include "pvm3/pvmproto.h"

namespace {

using namespace banyan::pvm3;

constexpr const char* reserved_tags[] = {"SM_SPAWN",     "SM_EXEC",    "SM_EXECACK", "SM_TASK",   "SM_CONFIG",
                                         "SM_ADDHOST",   "SM_DELHOST", "SM_ADD",     "SM_ADDACK", "SM_NOTIFY",
                                         "SM_TASKX",     "SM_HOSTX",   "SM_HANDOFF", "SM_SCHED",  "SM_STHOST",
                                         "SM_STHOSTACK", "SM_STTASK"};
constexpr const char* control_tags[] = {"TC_CONREQ",    "TC_CONACK",   "TC_TASKEXIT", "TC_NOOP",
                                        "TC_OUTPUT",    "TC_SETTRACE", "TC_SETTMASK", "TC_SETTRCBUF",
                                        "TC_SETTRCOPT", "TC_SHMAT",    "TC_OUTPUTX",  "TC_SIBLINGS"};

// nullptr for a tag of a program.
const char* name_of_tag(int tag) {
    if (tag >= SM_FIRST && tag <= SM_LAST) return reserved_tags[tag - SM_FIRST];
    return tag >= TC_FIRST && tag <= TC_LAST ? control_tags[tag - TC_FIRST] : nullptr;
}

// Programs may end the text with a newline.
std::string without_newline(const char* text) {
    std::string line = text ? text : "";
    while (!line.empty() && line.back() == '\n')
        line.pop_back();
    return line;
}

// The variable of the environment, or the default. The program must not change it.
char* setting(const char* name, const char* otherwise) {
    char* value = std::getenv(name);
    return value ? value : const_cast<char*>(otherwise);
}

}  // namespace

extern "C" {

int pvmmytid = -1;
int pvmmyctx = 0;
int pvmdebmask = 0;
int pvm_useruid = static_cast<int>(::getuid());
int pvmautoerr = 1;
int pvmmydsig = own_data_signature;
int pvmmyupid = -1;
int pvmmyptid = -1;

int lpvmerr(const char* call, int code) {
    guarded("lpvmerr", [&] {
        report_error(call, code);
        return PvmOk;
    });
    return code;
}

int pvmlogerror(const char* text) {
    print_line(without_newline(text));
    return 0;
}

int pvmlogperror(const char* text) {
    const char* reason = std::strerror(errno);
    print_line(without_newline(text) + ": " + reason);
    return 0;
}

int pvmlogprintf(const char* format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return pvmlogerror(text);
}

int pvmsleep(int seconds) {
    timespec left{seconds, 0};
    while (seconds > 0 && ::nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
    return 0;
}

int pvmgetclock(timeval* now) {
    return ::gettimeofday(now, nullptr);
}

int pvmstrtoi(const char* text) {
    return static_cast<int>(std::strtol(text, nullptr, 0));
}

int pvmxtoi(const char* text) {
    return static_cast<int>(std::strtoul(text, nullptr, 16));
}

int pvmputenv(char* assignment) {
    return ::putenv(assignment);
}

char* pvmgetrsh() {
    return setting("PVM_RSH", "ssh");
}

char* pvmgettmp() {
    return setting("PVM_TMP", "/tmp");
}

char* pvmtmpnam(char* name) {
    constexpr std::size_t room = 128;  // PVMTMPNAMLEN of PVM 3.4
    static char own[room];
    static unsigned made = 0;
    char* const to = name ? name : own;
    const int length =
        std::snprintf(to, room, "%s/pvmtmp%06d.%u", pvmgettmp(), static_cast<int>(::getpid()), made++ % 10000);
    return length > 0 && static_cast<std::size_t>(length) < room ? to : nullptr;
}

int pvmbeatask() {
    return guarded("pvmbeatask", [] { return this_task().tid() > 0 ? PvmOk : PvmSysErr; });
}

int pvmendtask() {
    return guarded("pvmendtask", [] {
        leave_virtual_machine();
        return PvmOk;
    });
}

int pvmsettaskname(const char* name) {
    return guarded("pvmsettaskname", [&]() -> int {
        if (!name) return PvmBadParam;
        if (tid_of_process() != 0) return PvmExists;
        the_library().chosen_name = name;
        return PvmOk;
    });
}

char* pvmdsockfile() {
    static std::string& path = *new std::string;
    path = service_file("pvmd");
    return path.data();
}

int pvmupkstralloc(char** text) {
    return guarded("pvmupkstralloc", [&]() -> int {
        message_buffer* in = the_library().buffers.receive_buffer();
        if (!in) return PvmNoBuf;
        const auto start = in->cursor();
        int length = 0;
        if (const int code = unpack<int>(*in, {&length, 1, 1})) return code;
        in->rewind(start);
        if (length < 1 || static_cast<std::size_t>(length) > in->remaining()) return PvmNoData;
        auto* const memory = static_cast<char*>(std::malloc(static_cast<std::size_t>(length)));
        if (!memory) return PvmNoMem;
        const int code = unpack_string(*in, memory);
        if (code < 0)
            std::free(memory);
        else
            *text = memory;
        return code;
    });
}

char* pvmnametag(int tag, int* found) {
    static char number[16];
    const char* const name = name_of_tag(tag);
    if (found) *found = name != nullptr;
    if (name) return const_cast<char*>(name);
    std::snprintf(number, sizeof number, "%d", tag);
    return number;
}

}  // extern "C"
