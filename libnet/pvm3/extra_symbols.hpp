// Functions and variables that PVM programs use without a declaration in pvm3.h. They declare them themselves.
#pragma once

#include <sys/time.h>

extern "C" {

/// Prints the error like a failed call of `call` and returns `code`.
int lpvmerr(const char* call, int code);
/// Prints a text of the library on standard error; pvmlogperror adds the error of the system, pvmlogprintf formats.
int pvmlogerror(const char* text);
int pvmlogperror(const char* text);
int pvmlogprintf(const char* format, ...);

int pvmsleep(int seconds);
int pvmgetclock(timeval* now);

/// The number of a text in decimal, octal (0...) or hexadecimal (0x...) digits; of a text in hexadecimal digits.
int pvmstrtoi(const char* text);
int pvmxtoi(const char* text);

/// putenv(); the command that starts programs on other hosts; the folder of sockets and logs.
int pvmputenv(char* assignment);
char* pvmgetrsh();
char* pvmgettmp();

/// Enrols: 0 or an error code; leaves as pvm_exit does.
int pvmbeatask();
int pvmendtask();
/// The file with the address of the virtual machine.
char* pvmdsockfile();
/// Unpacks a string into memory from malloc(), which belongs to the caller. `text` is not changed on failure.
int pvmupkstralloc(char** text);

/// Chooses the name that pvm_tasks shows for a task that is started by hand. PvmExists if the task is enrolled.
int pvmsettaskname(const char* name);

/// The name of a reserved tag, otherwise its number as text. `found`, which may be null, says which.
char* pvmnametag(int tag, int* found);
/// Prints the message handlers of the program on standard output.
int pvmdisplaymhfinfo();

/// With `kill_tasks` ends all tasks except this one and those with PvmNoReset, and empties the mailbox. Otherwise it
/// removes the entries of the mailbox whose owners have ended: those with this name and index. `name` may be null and
/// `index` -1: all. The number of the task is not used.
int pvmreset(int task, int kill_tasks, const char* name, int index);

/// Writes the name of a new file in the folder of sockets and logs into `name` (128 bytes), or if it is null into
/// memory of the library, which the next call overwrites. Null if the folder has too long a name. The file is not made.
char* pvmtmpnam(char* name);

/// Handlers for pvm_addmhf: each one takes what a control message of PVM 3.4 says (TC_NOOP, TC_SETTRACE, TC_SETTRCBUF,
/// TC_SETTRCOPT, TC_SETTMASK, TC_SIBLINGS) and frees the message. They return 0.
int pvm_tc_noop(int id);
int pvm_tc_settrace(int id);
int pvm_tc_settrcbuf(int id);
int pvm_tc_settrcopt(int id);
int pvm_tc_settmask(int id);
int pvm_tc_siblings(int id);

extern int pvmmytid;    // -1 = not enrolled
extern int pvmmyctx;    // the context of the task
extern int pvmdebmask;  // value of PvmDebugMask
extern int pvm_useruid;
extern int pvmautoerr;  // value of PvmAutoErr; programs may set it
extern int pvmmydsig;   // data signature of this host
extern int pvmmyupid;   // process id, after enrolment
extern int pvmmyptid;   // what pvm_parent returns, after enrolment
}
