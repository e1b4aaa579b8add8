/* SPDX-License-Identifier: GPL-2.0-only */
/* Columns made from the model's table of shares, the same for an LLC and a CPU. */
#ifndef HEADROOM_VIEWS_SHARE_COLUMN_H
#define HEADROOM_VIEWS_SHARE_COLUMN_H

#include "core/model.h"
#include "views/columns.h"

/* share_table is no constant expression: its words once more, for the rows of const tables. */
#define X(id, json_key, share_title, share_help)                                                   \
	static const char share_key_##id[] = json_key, share_title_##id[] = share_title,           \
			  share_help_##id[] = share_help;
SHARE_TABLE(X)
#undef X

#define SHARE_COLUMN(id, col_drop, getter)                                                         \
	{                                                                                          \
		.key = share_key_##id, .title = share_title_##id, .help = share_help_##id,         \
		.width = 7, .drop = (col_drop), .differs = true,                                   \
		.optional = SHARE_##id == SHARE_FORCED_IDLE, .arg = SHARE_##id, .get = (getter),   \
		.format = format_pct, .ink = column_ink_share                                      \
	}

#endif
