/* For tasks with a role. */
#ifndef ROLE_H
#define ROLE_H

#include "tests/pvm3/ordinary/checks.h"
/* The original's header needs pvm3.h before it. */
#include <pvmproto.h>

/* The bit of a daemon's tid; the original has it in no header that it installs. */
#ifndef TIDPVMD
#define TIDPVMD ((int)0x80000000)
#endif

#endif
