/* Numbers of the protocols of PVM that programs use: tags of messages, counts in messages with output, versions.

   Tags of the messages that the virtual machine exchanges with a resource manager, a hoster and a tasker. They are
   negative; a program reads or sends them only after pvm_setopt(PvmResvTids, 1). */
#ifndef PVMPROTO_H
#define PVMPROTO_H

#define SM_FIRST ((int)0x80040001)
#define SM_SPAWN (SM_FIRST + 0)
#define SM_EXEC (SM_FIRST + 1)
#define SM_EXECACK (SM_FIRST + 2)
#define SM_TASK (SM_FIRST + 3)
#define SM_CONFIG (SM_FIRST + 4)
#define SM_ADDHOST (SM_FIRST + 5)
#define SM_DELHOST (SM_FIRST + 6)
#define SM_ADD (SM_FIRST + 7)
#define SM_ADDACK (SM_FIRST + 8)
#define SM_NOTIFY (SM_FIRST + 9)
#define SM_TASKX (SM_FIRST + 10)
#define SM_HOSTX (SM_FIRST + 11)
#define SM_HANDOFF (SM_FIRST + 12)
#define SM_SCHED (SM_FIRST + 13)
#define SM_STHOST (SM_FIRST + 14)
#define SM_STHOSTACK (SM_FIRST + 15)
#define SM_STTASK (SM_FIRST + 16)
#define SM_LAST (SM_FIRST + 16)

/* Tags of control messages between tasks. This library sends none of them; the functions pvm_tc_... handle those that a
   program sends. */
#define TC_FIRST ((int)0x80030001)
#define TC_CONREQ (TC_FIRST + 0)
#define TC_CONACK (TC_FIRST + 1)
#define TC_TASKEXIT (TC_FIRST + 2)
#define TC_NOOP (TC_FIRST + 3)
#define TC_OUTPUT (TC_FIRST + 4)
#define TC_SETTRACE (TC_FIRST + 5)
#define TC_SETTMASK (TC_FIRST + 6)
#define TC_SETTRCBUF (TC_FIRST + 7)
#define TC_SETTRCOPT (TC_FIRST + 8)
#define TC_SHMAT (TC_FIRST + 9)
#define TC_OUTPUTX (TC_FIRST + 10)
#define TC_SIBLINGS (TC_FIRST + 11)
#define TC_LAST (TC_FIRST + 11)

/* Messages with the output of a task (PvmOutputTid) have the task, a count and bytes. A count that is not positive: */
#define TO_EOF 0      /* the output has ended */
#define TO_SPAWN (-1) /* the task has started */
#define TO_NEW (-2)   /* the task is a new sender of output */

/* Versions of the protocols of PVM 3.4.6: between daemons of different hosts, of a daemon and a task, and of a daemon
   and a hoster, tasker or resource manager. */
#define DDPROTOCOL 2316
#define TDPROTOCOL 1318
#define SDPROTOCOL 4302

/* Parts of a task id. */
#define TIDPVMD ((int)0x80000000)
#define TIDGID ((int)0x40000000)
#define TIDHOST ((int)0x3ffc0000)
#define TIDLOCAL ((int)0x0003ffff)

#endif
