# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Virtual machines for the tests and the lab, as functions: build an initramfs, boot a kernel in
# it under software emulation, get back the exit status, the result stream and files. Sourced.
# It decides nothing about what is tested.

vm_here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
vm_cache=${HEADROOM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/headroom-top}

vm_die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# vm_need COMMAND PACKAGE ... - stop with one sentence when a command is missing.
vm_need()
{
	while [ $# -gt 1 ]; do
		command -v "$1" >/dev/null ||
			vm_die "$1 is not installed; install the package $2"
		shift 2
	done
}

# vm_image_begin DIR - stage an initramfs tree: busybox, the mounts, terminfo, a UTF-8 locale.
vm_image_begin()
{
	local dir=$1 busybox applet

	busybox=$(command -v busybox) || vm_die "install the package busybox-static"
	ldd "$busybox" >/dev/null 2>&1 && vm_die "busybox is not static; install busybox-static"
	mkdir -p "$dir"/{bin,vm,dev,proc,sys,tmp,run,root,etc,lib,lib64,out} \
		"$dir"/usr/{bin,lib/locale,share}
	cp "$busybox" "$dir/bin/busybox"
	for applet in $("$busybox" --list); do
		[ "$applet" = busybox ] || ln -s busybox "$dir/bin/$applet"
	done
	cp "$vm_here/guest/mounts" "$dir/vm/mounts"
	install -m 755 "$vm_here/guest/init" "$dir/init"
	echo 'root:x:0:0:root:/root:/bin/sh' >"$dir/etc/passwd"
	echo 'root:x:0:' >"$dir/etc/group"
	cp -r /lib/terminfo "$dir/lib/"
	vm_image_terminal "$dir" "${TERM:-dumb}"
	cp -r /usr/lib/locale/C.utf8 "$dir/usr/lib/locale/" 2>/dev/null ||
		echo "${0##*/}: no C.UTF-8 locale on this host, the guest has none" >&2
}

# The description of the user's own terminal, when it is not among the common ones.
vm_image_terminal()
{
	local dir=$1 term=$2 from

	for from in /etc/terminfo /usr/share/terminfo "$HOME/.terminfo"; do
		[ -f "$from/${term:0:1}/$term" ] || continue
		mkdir -p "$dir/lib/terminfo/${term:0:1}"
		cp -n "$from/${term:0:1}/$term" "$dir/lib/terminfo/${term:0:1}/"
	done
}

# vm_image_add DIR FILE GUEST_PATH - copy a file, and the libraries when it is a program.
vm_image_add()
{
	local dir=$1 file=$2 path=$3 lib

	[ -f "$file" ] || vm_die "$file: no such file for the virtual machine"
	install -D "$file" "$dir/$path"
	for lib in $(ldd "$file" 2>/dev/null | grep -o '/[^ ]*'); do
		[ -e "$dir/$lib" ] || install -D "$(readlink -f "$lib")" "$dir/$lib"
	done
}

# vm_image_finish DIR IMAGE - pack the staged tree.
vm_image_finish()
{
	(cd "$1" && find . -print0 | cpio -0 -o -H newc -R 0:0 --quiet) >"$2"
}

# vm_topology_args NAME ROW... - QEMU's arguments for a row of the list, one a line.
vm_topology_args()
{
	local sockets=$2 dies=$3 cores=$4 threads=$5 nodes=$6 memory=$7
	local cpus=$((sockets * dies * cores * threads)) node first

	printf '%s\n' -m "$memory" \
		-smp "$cpus,sockets=$sockets,dies=$dies,cores=$cores,threads=$threads"
	for ((node = 0; node < nodes; node++)); do
		first=$((node * cpus / nodes))
		printf '%s\n' \
			-object "memory-backend-ram,id=ram$node,size=$((memory / nodes))M" \
			-numa "node,nodeid=$node,memdev=ram$node,cpus=$first-$((first + cpus / nodes - 1))"
	done
}

# The emulator cannot tell an AMD guest of SMT siblings (no topoext), an Intel one it can.
# vm_machine_args TOPOLOGY - sets vm_args to QEMU's arguments for a named shape. With vm_counted set the
# guest's clock counts instructions, one a nanosecond, and waits for nothing: what it measures does not
# depend on the host. Its CPUs then take turns in one thread.
vm_machine_args()
{
	local row accel=(-accel "tcg,thread=multi")

	[ -z "${vm_counted:-}" ] || accel=(-accel "tcg,thread=single" -icount "shift=0,sleep=off")

	row=$(awk -v name="$1" '$1 == name' "$vm_here/topologies")
	[ -n "$row" ] || vm_die "$1: not in tests/vm/topologies"
	# shellcheck disable=SC2086
	mapfile -t vm_args < <(vm_topology_args $row)
	vm_args+=("${accel[@]}" -cpu max,vendor=GenuineIntel -display none -no-reboot
		-nodefaults -no-user-config)
}

# What every kernel is booted with. On a busy host an emulated timer interrupt may come too late for
# the kernel's check of its wiring.
vm_parameters="console=ttyS0 quiet mitigations=off panic=-1 no_timer_check"

# vm_overlay DIR COMMAND IMAGE - an archive to append: what the first process shall run.
vm_overlay()
{
	local dir=$1/overlay

	mkdir -p "$dir/vm"
	printf '%s\n' "$2" >"$dir/vm/command"
	{ cat "$3"; (cd "$dir" && find . -print0 | cpio -0 -o -H newc -R 0:0 --quiet); } >"$1/initrd"
	rm -rf "$dir"
}

# vm_boot KERNEL TOPOLOGY IMAGE COMMAND DIR SECONDS [KERNEL_PARAMETER...]
# vm_boot_once, up to five times when the emulator failed: QEMU before 8.1 translates code before
# it watches its page, so a virtual CPU may run a breakpoint that the kernel's code patching has
# long taken away. An unpatched kernel dies of it too; nothing else has this signature.
vm_boot()
{
	local try status

	for try in 1 2 3 4 5; do
		status=0
		vm_boot_once "$@" || status=$?
		if [ "$status" -ne 125 ] || ! grep -q "Oops: int3" "$5/console"; then
			break
		fi
		echo "# boot $try: the emulator ran a stale breakpoint (int3)" | tee -a "$5/retries"
	done
	return "$status"
}

# vm_boot_once KERNEL TOPOLOGY IMAGE COMMAND DIR SECONDS [KERNEL_PARAMETER...]
# Boots, runs COMMAND in the guest's shell and returns its exit status; 124 when SECONDS ran out,
# 125 when the machine ended without a status. DIR, which must exist, gets: console (kernel and
# standard error), results (standard output, live), out/ (what the guest left in /out). With
# vm_follow set the results are also copied to standard output as they come; vm_nice is the
# machine's priority, where that is permitted.
vm_boot_once()
{
	local kernel=$1 topology=$2 image=$3 command=$4 dir=$5 seconds=$6 status=0 follow=
	shift 6

	vm_machine_args "$topology"
	vm_overlay "$dir" "$command" "$image"
	: >"$dir/results"
	nice -n "${vm_nice:-0}" timeout --foreground -k 5 "$seconds" \
		qemu-system-x86_64 "${vm_args[@]}" \
		-kernel "$kernel" -initrd "$dir/initrd" \
		-append "$vm_parameters loglevel=5 $*" \
		-serial "file:$dir/console" -serial "file:$dir/results" \
		-serial "file:$dir/out.tar" </dev/null >"$dir/qemu" 2>&1 &
	vm_pid=$!
	if [ -n "${vm_follow:-}" ]; then
		tail -n +1 -s 0.2 -f --pid="$vm_pid" "$dir/results" |
			grep --line-buffered -v '^VM_EXIT ' &
		follow=$!
	fi
	wait "$vm_pid" || status=$?
	vm_pid=
	[ -z "$follow" ] || wait "$follow" || true
	rm -f "$dir/initrd"
	vm_collect "$dir" "$status"
}

# Unpacks /out and tells the guest's status from QEMU's.
vm_collect()
{
	local dir=$1 status=$2 guest

	mkdir -p "$dir/out"
	tar -x -C "$dir/out" -f "$dir/out.tar" 2>/dev/null || true
	rm -f "$dir/out.tar"
	guest=$(sed -n 's/^VM_EXIT //p' "$dir/results" | tail -n 1)
	sed -i '/^VM_EXIT /d' "$dir/results"
	[ -z "$guest" ] || return "$guest"
	[ "$status" -eq 124 ] && return 124
	return 125
}

# vm_stop - ends the machine that vm_boot started, if any; for traps.
vm_stop()
{
	[ -z "${vm_pid:-}" ] || kill "$vm_pid" 2>/dev/null || true
}

# vm_built [VARIANT...] - prints the kernel that kernel/build makes, which builds it when the cache
# does not hold it.
vm_built()
{
	local build=$vm_here/../../kernel/build dir

	dir=$("$build" "$@" --print 2>/dev/null) || {
		echo "${0##*/}: the cache has no ${2:-patched} kernel, building it" >&2
		dir=$("$build" "$@" | tail -n 1)
	}
	readlink -e "$dir/bzImage"
}

# vm_kernel NAME - prints the path of a kernel: stock-6.1, stock-6.12, patched, debug (the patched one
# with lock and lifetime checks), compare and plain (two of one configuration, plain without the series),
# or a file. What the cache does not hold is fetched or built.
vm_kernel()
{
	local dir

	case $1 in
	stock-*)
		dir=$("$vm_here/fetch" "${1#stock-}") || return
		echo "$dir"/boot/vmlinuz-*
		;;
	patched)	vm_built ;;
	debug | compare | plain)	vm_built --variant "$1" ;;
	*)		readlink -e "$1" ;;
	esac
}

# vm_program - prints the path of headroom-top as it was built, if it was.
vm_program()
{
	local file

	for file in "$vm_here"/../../build/headroom-top "$vm_here"/../../build/tui/headroom-top; do
		[ ! -x "$file" ] || { echo "$file"; return; }
	done
	return 1
}

# vm_tools DIR - compile the lab's and the tests' tools, static, into DIR; the scripts beside them.
vm_tools()
{
	local lab=$vm_here/../../kernel/lab.d source name

	for source in "$lab"/*.c "$vm_here"/*.c; do
		name=$(basename "$source" .c)
		${CC:-gcc} -std=gnu11 -O2 -Wall -Wextra -static -pthread -o "$1/$name" \
			"$source" || vm_die "cannot compile $name.c"
	done
	install -m 755 "$lab/loadctl" "$1/"
}
