# SPDX-License-Identifier: GPL-2.0-only
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
headroom_add_layer(recording
	SOURCES recording_read.c recording_write.c
	LINKS headroom_core
	PRIVATE_LINKS PkgConfig::ZSTD)
