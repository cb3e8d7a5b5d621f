# Part of tools/lab/lab: namespaces, links, rates. Names: ID-h1 .. ID-hN are the hosts, ID-c is where COMMAND and the
# coordinator run, ID-s is the switch, ID-a and ID-b are the two ends of the shared cable.
# shellcheck shell=bash

lab_prefix=10.89.0
host_address() { echo "$lab_prefix.$1"; }
coordinator_address=$lab_prefix.250

# network_missing: tries a namespace, a veth pair and a tbf queue; prints what does not work.
network_missing() {
    local try=banyan-try$$ reason=''
    if ! ip netns add "$try" 2> /dev/null; then
        echo "needs the right to make network namespaces (ip netns add)"
        return
    fi
    if ! ip -n "$try" link add v0 type veth peer name v1 2> /dev/null; then
        reason="needs veth in the kernel"
    elif ! tc -n "$try" qdisc add dev v0 root tbf rate 10mbit burst 4kb latency 50ms 2> /dev/null; then
        reason="needs the tbf queue in the kernel"
    fi
    ip netns del "$try"
    echo -n "${reason:+$reason$'\n'}"
}

# network_make ID HOSTS switched|shared RATE CONGESTION_CONTROL LOSS DELAY_MS
network_make() {
    local id=$1 hosts=$2 kind=$3 rate=$4 congestion=$5 loss=$6 delay=$7 i
    for i in c $(seq -f 'h%g' "$hosts"); do
        make_namespace "$id-$i"
        [ -z "$congestion" ] ||
            ip netns exec "$id-$i" sysctl -q -w "net.ipv4.tcp_congestion_control=$congestion" ||
            { echo "lab: --congestion-control: '$congestion' is not in this kernel or not allowed, see net.ipv4.tcp_allowed_congestion_control" >&2; exit 2; }
    done
    "make_$kind" "$id" "$hosts" "$rate" "$delay"
    if [ "$kind" = shared ]; then
        lose "$id-b" cable "$loss"
        return
    fi
    for i in $(seq "$hosts"); do lose "$id-h$i" eth0 "$loss"; done
}

# lose NAMESPACE DEVICE PERCENT: drops that share of the packets that the device receives, each at random, before TCP sees
# them. The filter is a classic BPF program: load a random 32-bit number; if it is below the limit, return 2 (drop), else -1
# (pass on).
lose() {
    local limit
    limit=$(awk -v percent="$3" 'BEGIN { printf "%.0f", percent / 100 * 4294967296 }')
    [ "$limit" != 0 ] || return 0
    tc -n "$1" qdisc add dev "$2" clsact &&
        tc -n "$1" filter add dev "$2" ingress protocol ip prio 1 bpf direct-action \
            bytecode "4,32 0 0 4294963256,53 1 0 $limit,6 0 0 2,6 0 0 4294967295" ||
        { echo "lab: --loss: needs the clsact queue and the bpf classifier in the kernel" >&2; exit 77; }
}

make_namespace() {
    ip netns add "$1"
    ip -n "$1" link set dev lo up
    ip netns exec "$1" sysctl -q -w net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0 \
        net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1
}

# limit NAMESPACE DEVICE RATE [QUEUE]: limits what the device sends. The bucket holds 2 ms of traffic, at least two frames.
# Packets wait for at most QUEUE (default 50ms, as in the buffer of a switch); longer waiting ones are dropped.
limit() {
    [ "$3" != none ] || return 0
    local burst
    burst=$(awk -v rate="$3" 'BEGIN {
        unit["kbit"] = 1e3; unit["mbit"] = 1e6; unit["gbit"] = 1e9
        bytes = substr(rate, 1, length(rate) - 4) * unit[substr(rate, length(rate) - 3)] / 8 * 0.002
        printf "%d", (bytes < 3200 ? 3200 : bytes) }')
    tc -n "$1" qdisc add dev "$2" root tbf rate "$3" burst "$burst" latency "${4:-50ms}"
}

# make_switched: a bridge. The link of each host is limited in both directions, that of the coordinator is not.
make_switched() {
    local id=$1 hosts=$2 rate=$3 delay=$4 i name address delayed=()
    make_namespace "$id-s"
    ip -n "$id-s" link add switch type bridge
    ip -n "$id-s" link set dev switch up
    for i in $(seq "$hosts") c; do
        name=h$i address=$(host_address "$i")
        [ "$i" != c ] || name=c address=$coordinator_address
        ip -n "$id-s" link add "$name" type veth peer name eth0 netns "$id-$name"
        if [ "$delay" = 0 ] || [ "$i" = c ]; then
            ip -n "$id-s" link set dev "$name" master switch up
        else
            ip -n "$id-s" link set dev "$name" up
            ip -n "$id-s" link add "$name-out" type veth peer name "$name-in"
            ip -n "$id-s" link set dev "$name-out" up
            ip -n "$id-s" link set dev "$name-in" master switch up
            delayed+=("$name:$name-out")
        fi
        ip -n "$id-$name" address add "$address/24" dev eth0
        ip -n "$id-$name" link set dev eth0 up
        [ "$i" != c ] || continue
        limit "$id-$name" eth0 "$rate"
        limit "$id-s" "$name" "$rate"
    done
    [ "$delay" = 0 ] || start_delay "$id" "$delay" "${delayed[@]}"
}

# start_delay ID MS DEVICE:DEVICE...: starts the process that joins the links of the hosts with the switch. It ends with the
# processes of the namespace. It does not keep the pipe of the cleaner open.
start_delay() {
    local id=$1 answer=''
    shift
    read -r answer < <(exec setsid ip netns exec "$id-s" "$here/delay_links" "$@" < /dev/null 9>&-) || true
    [ "$answer" = ready ] || { echo "lab: --delay: the process that delays packets does not start" >&2; exit 77; }
}

# make_shared: every host sends to router A and receives from router B. All traffic between hosts crosses the one limited
# link from A to B. The traffic of the coordinator does not.
make_shared() {
    local id=$1 hosts=$2 rate=$3 i
    make_namespace "$id-a"
    make_namespace "$id-b"
    ip netns exec "$id-a" sysctl -q -w net.ipv4.ip_forward=1 net.ipv4.conf.all.send_redirects=0
    ip netns exec "$id-b" sysctl -q -w net.ipv4.ip_forward=1 net.ipv4.conf.all.send_redirects=0
    ip -n "$id-a" link add cable type veth peer name cable netns "$id-b"
    ip -n "$id-a" link set dev cable up
    ip -n "$id-b" link set dev cable up
    # A station of a shared Ethernet waits until the cable is free and does not drop frames.
    limit "$id-a" cable "$rate" 1s
    route_through "$id-a" "$lab_prefix.0/24" cable "$id-b" cable
    for i in $(seq "$hosts"); do
        join_shared "$id" "h$i" "$(host_address "$i")"
        route_through "$id-h$i" default uplink "$id-a" "h$i"
    done
    join_shared "$id" c "$coordinator_address"
    route_through "$id-c" default uplink "$id-b" c-up
    route_through "$id-a" "$coordinator_address" c-down "$id-c" direct
}

# join_shared ID NAME ADDRESS: makes the two links of a host, and the route from router B to it.
join_shared() {
    local id=$1 name=$2 address=$3 above=$1-a
    if [ "$name" = c ]; then
        above=$id-b
        ip -n "$id-a" link add c-down type veth peer name direct netns "$id-c"
        ip -n "$id-a" link set dev c-down up
        ip -n "$id-c" link set dev direct up
        ip -n "$above" link add c-up type veth peer name uplink netns "$id-c"
        ip -n "$above" link set dev c-up up
    else
        ip -n "$above" link add "$name" type veth peer name uplink netns "$id-$name"
        ip -n "$above" link set dev "$name" up
    fi
    ip -n "$id-b" link add "$name" type veth peer name downlink netns "$id-$name"
    ip -n "$id-b" link set dev "$name" up
    ip -n "$id-$name" link set dev uplink up
    ip -n "$id-$name" link set dev downlink up
    ip -n "$id-$name" address add "$address/32" dev lo
    route_through "$id-b" "$address" "$name" "$id-$name" downlink
}

# route_through FROM TARGET DEVICE TO TO_DEVICE: FROM sends packets for TARGET through DEVICE to the hardware address of
# TO_DEVICE in TO. A fixed neighbour entry replaces ARP, which would ask on the wrong link.
route_through() {
    local from=$1 target=$2 device=$3 to=$4 to_device=$5 hardware gateway=169.254.0.1
    hardware=$(ip netns exec "$to" cat "/sys/class/net/$to_device/address")
    ip -n "$from" neigh replace "$gateway" lladdr "$hardware" dev "$device" nud permanent
    local source=()
    [ "$target" != default ] || source=(src "$(ip -n "$from" -o -4 address show dev lo scope global | awk '{ sub("/.*", "", $4); print $4 }')")
    ip -n "$from" route replace "$target" via "$gateway" dev "$device" onlink "${source[@]}"
}

network_congestion() { ip netns exec "$1-h1" cat /proc/sys/net/ipv4/tcp_congestion_control; }

network_names() { ip netns list | awk -v id="$1" 'index($1, id "-") == 1 { print $1 }'; }

network_pids() {
    local name
    for name in $(network_names "$1"); do
        ip netns pids "$name" 2> /dev/null || true
    done
}

network_remove() {
    local name
    for name in $(network_names "$1"); do
        ip netns del "$name" 2> /dev/null || true
    done
}
