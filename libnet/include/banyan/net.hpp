// All public headers of libnet: messages, groups, collectives, sessions.
#pragma once

#include "banyan/net/broadcast_collapse.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/error.hpp"
#include "banyan/net/group.hpp"
#include "banyan/net/ids.hpp"
#include "banyan/net/item_range.hpp"
#include "banyan/net/mailbox.hpp"
#include "banyan/net/mailbox_options.hpp"
#include "banyan/net/message.hpp"
#include "banyan/net/packer.hpp"
#include "banyan/net/regions.hpp"
#include "banyan/net/session.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/net/typed_item.hpp"
#include "banyan/net/unpacker.hpp"
#include "banyan/net/version.hpp"
