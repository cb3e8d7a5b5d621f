/* The C interface of PVM 3 on Banyan. Programs written for PVM 3.4 compile unchanged, as C89, gnu89, newer C or C++.

   Unless said otherwise a function returns 0 or more when it succeeds and one of the negative error codes below when it
   fails. Arrays that come back through a pointer to a pointer belong to the library and are valid until the next call
   of the same function. Task ids, buffer ids, tags and contexts are ints. The functions may be called by one thread at
   a time. docs/pvm3.md describes each call and how it differs from PVM 3.4.6. */
#ifndef PVM3_H
#define PVM3_H

#include <stdio.h>
#include <sys/time.h>

#define PVM_VER "3.4.6"
#define PVM_MAJOR_VERSION 3
#define PVM_MINOR_VERSION 4
#define PVM_PATCH_VERSION 6

/* ---- error codes */
#define PvmOk 0
#define PvmBadParam (-2)
#define PvmMismatch (-3)
#define PvmOverflow (-4)
#define PvmNoData (-5)
#define PvmNoHost (-6)
#define PvmNoFile (-7)
#define PvmDenied (-8)
#define PvmNoMem (-10)
#define PvmBadMsg (-12)
#define PvmSysErr (-14)
#define PvmNoBuf (-15)
#define PvmNoSuchBuf (-16)
#define PvmNullGroup (-17)
#define PvmDupGroup (-18)
#define PvmNoGroup (-19)
#define PvmNotInGroup (-20)
#define PvmNoInst (-21)
#define PvmHostFail (-22)
#define PvmNoParent (-23)
#define PvmNotImpl (-24)
#define PvmDSysErr (-25)
#define PvmBadVersion (-26)
#define PvmOutOfRes (-27)
#define PvmDupHost (-28)
#define PvmCantStart (-29)
#define PvmAlready (-30)
#define PvmNoTask (-31)
#define PvmNotFound (-32)
#define PvmExists (-33)
#define PvmHostrNMstr (-34)
#define PvmParentNotSet (-35)
#define PvmIPLoopback (-36)
#define PvmNoEntry PvmNotFound
#define PvmDupEntry PvmDenied

/* ---- encodings of pvm_initsend and pvm_mkbuf */
#define PvmDataDefault 0 /* for hosts of any kind */
#define PvmDataRaw 1     /* bytes of this host */
#define PvmDataInPlace 2 /* like PvmDataRaw; the data is read when the message is sent */
#define PvmDataTrace 4
#define PvmDataFoo PvmDataDefault

/* ---- flags of pvm_spawn */
#define PvmTaskDefault 0
#define PvmTaskHost 1
#define PvmTaskArch 2
#define PvmTaskDebug 4
#define PvmTaskTrace 8
#define PvmMppFront 16
#define PvmHostCompl 32
#define PvmNoSpawnParent 64

/* ---- events of pvm_notify */
#define PvmTaskExit 1
#define PvmHostDelete 2
#define PvmHostAdd 3
#define PvmRouteAdd 4
#define PvmRouteDelete 5
#define PvmNotifyCancel 256 /* flag */

/* ---- options of pvm_setopt and pvm_getopt */
#define PvmRoute 1
#define PvmDebugMask 2
#define PvmAutoErr 3
#define PvmOutputTid 4
#define PvmOutputCode 5
#define PvmTraceTid 6
#define PvmTraceCode 7
#define PvmTraceBuffer 8
#define PvmTraceOptions 9
#define PvmFragSize 10
#define PvmResvTids 11
#define PvmSelfOutputTid 12
#define PvmSelfOutputCode 13
#define PvmSelfTraceTid 14
#define PvmSelfTraceCode 15
#define PvmSelfTraceBuffer 16
#define PvmSelfTraceOptions 17
#define PvmShowTids 18
#define PvmPollType 19
#define PvmPollTime 20
#define PvmOutputContext 21
#define PvmTraceContext 22
#define PvmSelfOutputContext 23
#define PvmSelfTraceContext 24
#define PvmNoReset 25
/* values of PvmRoute */
#define PvmDontRoute 1
#define PvmAllowDirect 2
#define PvmRouteDirect 3
/* values of PvmTraceOptions and PvmPollType */
#define PvmTraceFull 1
#define PvmTraceTime 2
#define PvmTraceCount 3
#define PvmPollConstant 1
#define PvmPollSleep 2
/* first argument of pvm_settmask and pvm_gettmask (pvmtev.h): the task itself, or the tasks that it spawns */
#define PvmTaskSelf 0
#define PvmTaskChild 1

#define PvmBaseContext 0

/* ---- flags of the mailbox; an index can be put above them */
#define PvmMboxDefault 0
#define PvmMboxPersistent 1
#define PvmMboxMultiInstance 2
#define PvmMboxOverWritable 4
#define PvmMboxFirstAvail 8
#define PvmMboxReadAndDelete 16
#define PvmMboxWaitForInfo 32
#define PvmMboxMaxFlag 512
#define PvmMboxDirectIndexShift 10
#define PvmMboxMaxDirectIndex ((1 << 21) - 1)
#define PvmMboxDirectIndex(index) (((index)&PvmMboxMaxDirectIndex) << PvmMboxDirectIndexShift)
#define PvmMboxDirectIndexOf(flags) (((flags) >> PvmMboxDirectIndexShift) & PvmMboxMaxDirectIndex)
/* names that the virtual machine itself uses in the mailbox */
#define PVMNORESETCLASS "###_PVM_NO_RESET_###"
#define PVMHOSTERCLASS "###_PVM_HOSTER_###"
#define PVMTASKERCLASS "###_PVM_TASKER_###"
#define PVMTRACERCLASS "###_PVM_TRACER_###"
#define PVMRMCLASS "###_PVM_RM_###"

/* ---- data types of pvm_psend, pvm_precv, pvm_reduce, pvm_gather, pvm_scatter */
#define PVM_STR 0
#define PVM_BYTE 1
#define PVM_SHORT 2
#define PVM_INT 3
#define PVM_FLOAT 4
#define PVM_CPLX 5
#define PVM_DOUBLE 6
#define PVM_DCPLX 7
#define PVM_LONG 8
#define PVM_USHORT 9
#define PVM_UINT 10
#define PVM_ULONG 11

/* ---- structures */
struct pvmhostinfo {
    int hi_tid;    /* of its daemon */
    char* hi_name; /* of the host */
    char* hi_arch; /* architecture, such as LINUX64 */
    int hi_speed;  /* relative; 1000 by default */
    int hi_dsig;   /* hosts with the same number have the same format of PvmDataRaw */
};

struct pvmtaskinfo {
    int ti_tid;
    int ti_ptid; /* of the task that spawned it; 0 if none */
    int ti_host; /* tid of its host's daemon */
    int ti_flag;
    char* ti_a_out; /* name of the program; "" if the task was started by hand */
    int ti_pid;
};

struct pvmminfo {
    int len; /* of the body, in bytes */
    int ctx;
    int tag;
    int wid; /* wait id: a number that an answer repeats */
    int enc; /* 0x10000000 for PvmDataDefault, otherwise the hi_dsig of the sender */
    int crc; /* not used, 0 */
    int src;
    int dst;
};

struct pvmmboxinfo {
    char* mi_name;
    int mi_nentries;
    int* mi_indices;
    int* mi_owners; /* tids; 0 if the owner has ended */
    int* mi_flags;
};

#ifdef __cplusplus
extern "C" {
#endif

/* ---- enrolling and ids */
int pvm_mytid(void);
int pvm_parent(void);
int pvm_siblings(int**);
int pvm_exit(void);
int pvm_tidtohost(int);
int pvm_perror(const char*);
char* pvm_strerror(void);
char* pvm_version(void);
int pvm_archcode(const char*);
int pvm_getfds(int**);
int pvm_start_pvmd(int, char**, int);
int pvm_halt(void);

/* ---- tasks */
int pvm_spawn(const char*, char**, int, const char*, int, int*);
int pvm_kill(int);
int pvm_sendsig(int, int);
int pvm_pstat(int);
int pvm_tasks(int, int*, struct pvmtaskinfo**);
int pvm_export(const char*);
int pvm_unexport(const char*);

/* ---- hosts */
int pvm_config(int*, int*, struct pvmhostinfo**);
int pvm_addhosts(char**, int, int*);
int pvm_delhosts(char**, int, int*);
int pvm_mstat(const char*);
int pvm_hostsync(int, struct timeval*, struct timeval*);

/* ---- options */
int pvm_setopt(int, int);
int pvm_getopt(int);

/* ---- message buffers */
int pvm_initsend(int);
int pvm_mkbuf(int);
int pvm_freebuf(int);
int pvm_getsbuf(void);
int pvm_getrbuf(void);
int pvm_setsbuf(int);
int pvm_setrbuf(int);
int pvm_bufinfo(int, int*, int*, int*);
int pvm_getminfo(int, struct pvmminfo*);
int pvm_setminfo(int, struct pvmminfo*);
int pvm_getmwid(int);
int pvm_setmwid(int, int);

/* ---- packing: first element, number of elements, stride in elements */
int pvm_packf(const char*, ...);
int pvm_pkbyte(const char*, int, int);
int pvm_pkshort(const short*, int, int);
int pvm_pkint(const int*, int, int);
int pvm_pklong(const long*, int, int);
int pvm_pkfloat(const float*, int, int);
int pvm_pkdouble(const double*, int, int);
int pvm_pkcplx(const float*, int, int);
int pvm_pkdcplx(const double*, int, int);
int pvm_pkushort(const unsigned short*, int, int);
int pvm_pkuint(const unsigned int*, int, int);
int pvm_pkulong(const unsigned long*, int, int);
int pvm_pkstr(const char*);
int pvm_pkmesg(int);
int pvm_pkmesgbody(int);
int pvm_unpackf(const char*, ...);
int pvm_upkbyte(char*, int, int);
int pvm_upkshort(short*, int, int);
int pvm_upkint(int*, int, int);
int pvm_upklong(long*, int, int);
int pvm_upkfloat(float*, int, int);
int pvm_upkdouble(double*, int, int);
int pvm_upkcplx(float*, int, int);
int pvm_upkdcplx(double*, int, int);
int pvm_upkushort(unsigned short*, int, int);
int pvm_upkuint(unsigned int*, int, int);
int pvm_upkulong(unsigned long*, int, int);
int pvm_upkstr(char*);
int pvm_upkmesg(void);

/* ---- sending and receiving */
int pvm_send(int, int);
int pvm_mcast(const int*, int, int);
int pvm_psend(int, int, const void*, int, int);
int pvm_recv(int, int);
int pvm_nrecv(int, int);
int pvm_trecv(int, int, struct timeval*);
int pvm_probe(int, int);
int pvm_precv(int, int, void*, int, int, int*, int*, int*);
int (*pvm_recvf(int (*)(int, int, int)))(int, int, int);
int pvm_notify(int, int, int, const int*);
int pvm_addmhf(int, int, int, int (*)(int));
int pvm_delmhf(int);
int pvm_newcontext(void);
int pvm_setcontext(int);
int pvm_getcontext(void);
int pvm_freecontext(int);

/* ---- mailbox */
int pvm_putinfo(const char*, int, int);
int pvm_recvinfo(const char*, int, int);
int pvm_delinfo(const char*, int, int);
int pvm_getmboxinfo(const char*, int*, struct pvmmboxinfo**);
int pvm_insert(const char*, int, int);
int pvm_lookup(const char*, int, int*);
int pvm_delete(const char*, int);

/* ---- groups (libgpvm3) */
int pvm_joingroup(const char*);
int pvm_lvgroup(const char*);
int pvm_barrier(const char*, int);
int pvm_bcast(const char*, int);
int pvm_gsize(const char*);
int pvm_getinst(const char*, int);
int pvm_gettid(const char*, int);
int pvm_freezegroup(const char*, int);
int pvm_reduce(void (*)(int*, void*, void*, int*, int*), void*, int, int, int, const char*, int);
int pvm_gather(void*, void*, int, int, int, const char*, int);
int pvm_scatter(void*, void*, int, int, int, const char*, int);
void PvmMax(int*, void*, void*, int*, int*);
void PvmMin(int*, void*, void*, int*, int*);
void PvmSum(int*, void*, void*, int*, int*);
void PvmProduct(int*, void*, void*, int*, int*);

/* ---- output of children */
int pvm_catchout(FILE*);

/* ---- services that a task offers to the virtual machine */
int pvm_reg_tasker(void);
int pvm_reg_hoster(void);
int pvm_reg_rm(struct pvmhostinfo**);
int pvm_reg_tracer(int, int, int, int, const char*, int, int);
int pvm_tickle(int, const int*, int*, int*);
int pvm_getnoresets(int**, int*);

#ifdef __cplusplus
}
#endif

#endif
