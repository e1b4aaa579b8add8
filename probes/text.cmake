# SPDX-License-Identifier: GPL-2.0-only
# The probes that need no BPF: what they are made of and what they link.
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
find_library(SENSORS_LIBRARY sensors REQUIRED)
find_package(Threads REQUIRED)
set(TEXT_PROBES
	cgroupcaps.c
	cpukinds.c
	debugfs.c
	features.c
	procstat.c
	scheddebug.c
	schedstat.c
	sensors.c
	textfile.c
	topology.c
	topology_places.c
	tunables.c)
set(TEXT_LINKS PkgConfig::HWLOC ${SENSORS_LIBRARY} Threads::Threads)
