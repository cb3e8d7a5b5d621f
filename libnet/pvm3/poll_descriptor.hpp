// The descriptor of pvm_getfds.
#pragma once

namespace banyan::pvm3 {

/// A descriptor that is readable when a message may have arrived. The program calls PVM until no message is left, as
/// with the original; each call that reads messages watches again. Throws net::error.
int poll_descriptor();
/// After messages have been read: the descriptor is readable again only when another message arrives. Does nothing if
/// poll_descriptor() has not been called.
void watch_again();
/// After messages have been read that the program has not received: the descriptor is readable until the next
/// watch_again(). Does nothing if poll_descriptor() has not been called.
void announce_queued();
/// Another descriptor for the same, for notices of new routes: a program that has as many descriptors as routes may
/// remove it when the route ends. All routes have the same one.
int route_descriptor();
void close_poll_descriptor();

}  // namespace banyan::pvm3
