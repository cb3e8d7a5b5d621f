# Part of tools/lab/lab: one CPU control group per host, with a quota; cgroup v1 and v2.
# shellcheck shell=bash

# cpu_root: prints the folder of the CPU controller: "v1 PATH", "v2 PATH" or nothing.
cpu_root() {
    local path
    path=$(awk '$3 == "cgroup" && ("," $4 ",") ~ /,cpu,/ { print $2; exit }' /proc/mounts)
    if [ -n "$path" ]; then
        echo "v1 $path"
        return
    fi
    path=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
    if [ -n "$path" ] && grep -qw cpu "$path/cgroup.controllers" 2> /dev/null; then
        echo "v2 $path"
    fi
}

cpu_missing() {
    local version='' root='' try
    read -r version root <<< "$(cpu_root)" || true
    [ -n "$version" ] || { echo "needs the cpu control group (cgroup v1 or v2)"; return; }
    try=$root/banyan-try$$
    mkdir "$try" 2> /dev/null || { echo "needs the right to make control groups under $root"; return; }
    rmdir "$try"
}

# cpu_make ID CORES PERIOD_US SPEED...: makes groups with quotas proportional to the speeds: at most one core each, and
# CORES in all.
cpu_make() {
    local id=$1 cores=$2 period=$3 version root quota i=0
    shift 3
    read -r version root <<< "$(cpu_root)"
    [ "$version" = v1 ] || echo +cpu > "$root/cgroup.subtree_control"
    mkdir "$root/$id"
    [ "$version" = v1 ] || echo +cpu > "$root/$id/cgroup.subtree_control"
    # Other work on this computer must not take time from the hosts.
    if [ "$version" = v1 ]; then echo 262144 > "$root/$id/cpu.shares"; else echo 10000 > "$root/$id/cpu.weight"; fi
    for quota in $(cpu_shares "$cores" "$period" "$@"); do
        i=$((i + 1))
        mkdir "$root/$id/h$i"
        if [ "$version" = v1 ]; then
            echo "$period" > "$root/$id/h$i/cpu.cfs_period_us"
            echo "$quota" > "$root/$id/h$i/cpu.cfs_quota_us"
        else
            echo "$quota $period" > "$root/$id/h$i/cpu.max"
        fi
    done
}

# cpu_shares CORES PERIOD_US SPEED...: prints the microseconds of each period; the kernel accepts 1000 or more.
cpu_shares() {
    local cores=$1 period=$2
    shift 2
    printf '%s\n' "$@" | awk -v cores="$cores" -v period="$period" '
        { speed[NR] = $1; sum += $1; if ($1 > most) most = $1 }
        END {
            scale = 1 / most
            if (sum * scale > cores) scale = cores / sum
            for (i = 1; i <= NR; ++i) {
                quota = int(speed[i] * scale * period + 0.5)
                printf "%d\n", (quota < 1000 ? 1000 : quota)
                if (quota < 1000) printf "lab: host h%d gets 1000 us of %d instead of %d; use a longer --period-us\n", i, period, quota > "/dev/stderr"
            }
        }'
}

# cpu_quotas ID HOSTS: prints the quotas in cores, separated by commas.
cpu_quotas() {
    local version root i
    read -r version root <<< "$(cpu_root)"
    for ((i = 1; i <= $2; ++i)); do
        if [ "$version" = v1 ]; then
            echo "$(cat "$root/$1/h$i/cpu.cfs_quota_us") $(cat "$root/$1/h$i/cpu.cfs_period_us")"
        else
            cat "$root/$1/h$i/cpu.max"
        fi
    done | awk '{ printf "%s%.4g", (NR > 1 ? "," : ""), $1 / $2 }'
}

# cpu_enter ID HOST: moves this process into the group of the host.
cpu_enter() {
    local version root
    read -r version root <<< "$(cpu_root)"
    [ ! -d "$root/$1/$2" ] || echo $$ > "$root/$1/$2/cgroup.procs"
}

cpu_pids() {
    local version='' root=''
    read -r version root <<< "$(cpu_root)" || true
    cat "$root/$1"/*/cgroup.procs 2> /dev/null || true
}

cpu_remove() {
    local version='' root='' folder
    read -r version root <<< "$(cpu_root)" || true
    for folder in "$root/$1"/*/ "$root/$1"; do
        [ ! -d "$folder" ] || rmdir "$folder" 2> /dev/null || true
    done
}
