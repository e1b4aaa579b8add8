/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One table of keys: dispatch, the help screen, read-only mode and the documents come from it.
 * Keys are curses key codes for the tui, but this layer only knows names, so that they can be
 * remapped in the configuration file: "q", "F1", "Up", "PageDown", "Ctrl-L", "Space".
 */
#ifndef HEADROOM_CONFIG_KEYS_H
#define HEADROOM_CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>

/* X(action, name in the configuration, default keys (space separated), help, writes) */
#define KEY_TABLE(X)                                                                               \
	X(QUIT, "quit", "q F10 Ctrl-C", "leave", false)                                            \
	X(HELP, "help", "? F1 h", "keys and what they do", false)                                  \
	X(DOCTOR, "doctor", "!", "what this kernel offers and what it lacks", false)               \
	X(VIEW_1, "view-1", "1", "Overview", false)                                                \
	X(VIEW_2, "view-2", "2", "Topology", false)                                                \
	X(VIEW_5, "view-5", "5", "Cgroups", false)                                                 \
	X(VIEW_7, "view-7", "7", "Features", false)                                                \
	X(VIEW_8, "view-8", "8", "Journal", false)                                                 \
	X(VIEW_NEXT, "view-next", "Tab", "next view", false)                                       \
	X(VIEW_PREVIOUS, "view-previous", "Shift-Tab", "previous view", false)                     \
	X(UP, "up", "Up k", "move up", false)                                                      \
	X(DOWN, "down", "Down j", "move down", false)                                              \
	X(LEFT, "left", "Left", "move left", false)                                                \
	X(RIGHT, "right", "Right l", "move right", false)                                          \
	X(PAGE_UP, "page-up", "PageUp Ctrl-B", "a page up", false)                                 \
	X(PAGE_DOWN, "page-down", "PageDown Ctrl-F", "a page down", false)                         \
	X(FIRST, "first", "Home g", "to the first", false)                                         \
	X(LAST, "last", "End G", "to the last", false)                                             \
	X(SELECT, "select", "Enter Space", "who waits on the selected CPU, tasks of the group",    \
	  false)                                                                                   \
	X(BACK, "back", "Escape Backspace", "close, or back", false)                               \
	X(SORT_NEXT, "sort-next", ">", "sort by the next column", false)                           \
	X(SORT_PREVIOUS, "sort-previous", "<", "sort by the column before", false)                 \
	X(SORT_REVERSE, "sort-reverse", "R", "reverse the order", false)                           \
	X(SEARCH, "search", "/", "search", false)                                                  \
	X(SEARCH_NEXT, "search-next", "n", "next match", false)                                    \
	X(SEARCH_PREVIOUS, "search-previous", "N", "match before", false)                          \
	X(FOLD_ALL, "fold-all", "*", "fold or unfold the whole tree", false)                       \
	X(ZOOM, "zoom", "z", "show only the subtree of the selected group", false)                 \
	X(FILTER, "filter", "f", "show only what matches", false)                                  \
	X(EDIT, "edit", "e", "edit a value of the selected row", true)                             \
	X(HEADROOM, "headroom", "H", "edit cpu.headroom of the selected group", true)              \
	X(STEP_UP, "step-up", "]", "headroom of the selected group up by 1", true)                 \
	X(STEP_UP_5, "step-up-5", "}", "headroom of the selected group up by 5", true)             \
	X(STEP_DOWN, "step-down", "[", "headroom of the selected group down by 1", true)           \
	X(STEP_DOWN_5, "step-down-5", "{", "headroom of the selected group down by 5", true)       \
	X(RESET, "reset", "0", "back to the value at the start", true)                             \
	X(UNDO, "undo", "u", "take back the newest change, or the selected one", true)             \
	X(UNDO_ALL, "undo-all", "U", "take back all changes of this run", true)                    \
	X(COLUMNS, "columns", "c", "choose the columns of the table", false)                       \
	X(BASELINE, "baseline", "b", "mark a baseline and show differences to it, or forget it",   \
	  false)                                                                                   \
	X(PAUSE, "pause", "p", "hold the picture, or go on", false)                                \
	X(FASTER, "faster", "+", "refresh more often", false)                                      \
	X(SLOWER, "slower", "-", "refresh less often", false)                                      \
	X(REFRESH, "refresh", "r", "refresh now", false)                                           \
	X(REDRAW, "redraw", "Ctrl-L", "draw the screen anew", false)                               \
	X(SNAPSHOT, "snapshot", "s", "write a JSON snapshot to a file", false)

enum action {
	ACTION_NONE,
#define X(action, name, keys, help, writes) ACTION_##action,
	KEY_TABLE(X)
#undef X
		ACTION_COUNT
};

struct key_row {
	const char *name, *keys, *help;
	bool writes;
};

extern const struct key_row key_rows[ACTION_COUNT]; /* [ACTION_NONE] is empty */

/* Key bindings in force: the defaults of the table, changed by the configuration file. */
struct keymap;
struct keymap *keymap_new(void);                /* the defaults; NULL: no memory */
struct keymap *keymap_free(struct keymap *map); /* takes and returns NULL */

/* 0, -ENOENT: no such action name, -EINVAL: not a key name, -EEXIST: the key has another action. */
int keymap_bind(struct keymap *map, const char *action_name, const char *keys);
enum action keymap_action(const struct keymap *map, const char *key_name);

/* The keys bound to an action, as shown in help: "Up k". */
const char *keymap_keys(const struct keymap *map, enum action a);

#endif
