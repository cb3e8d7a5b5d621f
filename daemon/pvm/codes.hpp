// The constants of PVM 3 (error codes, flags, kinds of notify) that the service uses: those of pvm3.h.
#pragma once

#include "pvm3/pvm3.h"
