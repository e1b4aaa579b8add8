// SPDX-License-Identifier: GPL-2.0-only
/* Reads the cgroup v2 tree; see cgroups.h. */
#include "host/cgroups.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/cgroupfiles.h"
#include "host/fsroot.h"

#define DESCRIPTORS_PER_GROUP 3
#define DESCRIPTORS_WANTED    65536
#define DESCRIPTORS_SPARED    256 /* for everything else in this process */
#define TEXT_SIZE             4096

/* A group as it is kept between reads. */
struct node {
	struct node *parent, *children, *next;
	uint64_t id;
	char *path;
	int dir, stat, headroom_stat; /* -1: not kept, or not there */
	nlink_t nlink;                /* of the folder when its children were last listed */
	bool listed, dead, seen;
	uint64_t settings_ns;
	struct gauge settings[CGROUP_FACT_COUNT];
	char cpuset[64];
};

struct cgroups {
	int mount; /* descriptor of the folder */
	bool live; /* link counts tell how many children there are */
	size_t nr_descriptors, max_descriptors;
	size_t nr_groups;
	struct node *root;
	uint64_t read_ns;      /* of the last read; 0: none yet */
	double turns;          /* groups whose turn in the slow round has come, with its fraction */
	size_t turn, nr_turns; /* first of them in the order of the walk, and their number */
	uint64_t *preferred;
	size_t nr_preferred;
};

static void raise_limit(struct cgroups *c)
{
	struct rlimit limit, wanted;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		limit.rlim_cur = 1024;
	wanted = limit;
	if (limit.rlim_cur < DESCRIPTORS_WANTED) {
		wanted.rlim_cur = DESCRIPTORS_WANTED;
		if (wanted.rlim_max < DESCRIPTORS_WANTED)
			wanted.rlim_max = DESCRIPTORS_WANTED;
		/* Root may raise the hard limit, others reach for it. */
		if (setrlimit(RLIMIT_NOFILE, &wanted) < 0) {
			wanted = limit;
			wanted.rlim_cur = limit.rlim_max;
			if (setrlimit(RLIMIT_NOFILE, &wanted) < 0)
				wanted = limit;
		}
	}
	c->max_descriptors = wanted.rlim_cur > DESCRIPTORS_SPARED
				     ? (size_t)wanted.rlim_cur - DESCRIPTORS_SPARED
				     : 0;
}

static void close_kept(struct cgroups *c, int *fd)
{
	if (*fd < 0)
		return;
	close(*fd);
	*fd = -1;
	c->nr_descriptors--;
}

static void free_node(struct cgroups *c, struct node *node)
{
	while (node->children) {
		struct node *child = node->children;

		node->children = child->next;
		free_node(c, child);
	}
	close_kept(c, &node->dir);
	close_kept(c, &node->stat);
	close_kept(c, &node->headroom_stat);
	free(node->path);
	free(node);
	c->nr_groups--;
}

/* Opens a file of a group by its kept folder, or else by path. */
static int open_in(const struct cgroups *c, const struct node *node, const char *name, int flags)
{
	char path[PATH_MAX];
	int fd;

	flags |= O_CLOEXEC;
	/* In a captured tree a link would lead out of it and a fifo would hang us. */
	if (!c->live && !(flags & O_PATH))
		flags |= O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
	if (node->dir >= 0)
		fd = openat(node->dir, name, flags);
	else if (snprintf(path, sizeof(path), "%s%s%s", node->path, node->path[0] ? "/" : "",
			  name) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	else
		fd = openat(c->mount, path, flags);
	if (fd < 0)
		return -errno;
	return c->live ? fd : fsroot_refuse_special(fd);
}

static int keep(struct cgroups *c, const struct node *node, const char *name, int flags)
{
	int fd = open_in(c, node, name, flags);

	if (fd < 0)
		return -1;
	c->nr_descriptors++;
	return fd;
}

static struct node *new_node(struct cgroups *c, struct node *parent, const char *name, uint64_t id)
{
	struct node *node = calloc(1, sizeof(*node));
	const char *slash = parent && parent->path[0] ? "/" : "";
	struct stat st;

	if (!node || asprintf(&node->path, "%s%s%s", parent ? parent->path : "", slash, name) < 0) {
		free(node);
		return NULL;
	}
	node->parent = parent;
	node->id = id;
	node->dir = node->stat = node->headroom_stat = -1;
	c->nr_groups++;
	if (c->nr_descriptors + DESCRIPTORS_PER_GROUP <= c->max_descriptors) {
		node->dir = keep(c, node, ".", O_PATH | O_DIRECTORY);
		/* Made anew since it was listed: what is open now is what is read. */
		if (node->dir >= 0 && fstat(node->dir, &st) == 0)
			node->id = st.st_ino;
		node->stat = keep(c, node, "cpu.stat", O_RDONLY);
		node->headroom_stat = keep(c, node, "cpu.headroom.stat", O_RDONLY);
	}
	return node;
}

int cgroups_open(const struct fsroot *root, const char *mount, struct cgroups **ret_cgroups)
{
	struct cgroups *c = calloc(1, sizeof(*c));
	struct stat st;
	int r = 0;

	if (!c)
		return -ENOMEM;
	c->live = fsroot_is_live(root);
	c->mount = fsroot_openat(root, mount, O_PATH | O_DIRECTORY);
	if (c->mount < 0)
		r = c->mount;
	else if (fstat(c->mount, &st) < 0)
		r = -errno;
	if (r == 0) {
		raise_limit(c);
		c->root = new_node(c, NULL, "", st.st_ino);
		r = c->root ? 0 : -ENOMEM;
	}
	if (r < 0) {
		cgroups_close(c);
		return r;
	}
	*ret_cgroups = c;
	return 0;
}

struct cgroups *cgroups_close(struct cgroups *c)
{
	if (!c)
		return NULL;
	if (c->root)
		free_node(c, c->root);
	if (c->mount >= 0)
		close(c->mount);
	free(c->preferred);
	free(c);
	return NULL;
}

static int compare_ids(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

int cgroups_prefer(struct cgroups *c, const uint64_t *ids, size_t nr_ids)
{
	uint64_t *copy = malloc((nr_ids + 1) * sizeof(*copy));

	if (!copy)
		return -ENOMEM;
	if (nr_ids)
		memcpy(copy, ids, nr_ids * sizeof(*copy));
	qsort(copy, nr_ids, sizeof(*copy), compare_ids);
	free(c->preferred);
	c->preferred = copy;
	c->nr_preferred = nr_ids;
	return 0;
}

static bool is_preferred(const struct cgroups *c, uint64_t id)
{
	return c->nr_preferred &&
	       bsearch(&id, c->preferred, c->nr_preferred, sizeof(id), compare_ids);
}

/* --- the folders ---------------------------------------------------------------------------- */

/* The list of children that a folder is compared with; they are in the folder's order. */
struct listing {
	struct node **tail, **at; /* at: behind the child found last */
	bool first;               /* there were none, so nothing has to be looked for */
};

static bool is_child(const struct node *child, const struct dirent *entry)
{
	size_t length = strlen(entry->d_name), path = strlen(child->path);

	return path >= length && strcmp(child->path + path - length, entry->d_name) == 0;
}

/* From behind the last one found and around, so that an unchanged folder takes one round. */
static struct node *find_child(const struct node *node, struct listing *l,
			       const struct dirent *entry)
{
	struct node *const *at = l->first ? NULL : l->at;

	for (int round = 0; at && round < 2; round++) {
		struct node *child = *at;

		for (; child; child = child->next) {
			if (child->id != entry->d_ino || !is_child(child, entry))
				continue;
			l->at = &child->next;
			return child;
		}
		at = (struct node *const *)&node->children;
	}
	return NULL;
}

static int see_child(struct cgroups *c, struct node *node, struct listing *l,
		     const struct dirent *entry)
{
	struct node *child = find_child(node, l, entry);

	if (!child) {
		child = new_node(c, node, entry->d_name, entry->d_ino);
		if (!child)
			return -ENOMEM;
		*l->tail = child;
		l->tail = &child->next;
	}
	child->seen = true;
	return 0;
}

static struct listing begin_listing(struct node *node)
{
	struct listing l = { .tail = &node->children,
			     .at = &node->children,
			     .first = !node->children };

	for (; *l.tail; l.tail = &(*l.tail)->next)
		(*l.tail)->seen = false;
	return l;
}

static void drop_unseen(struct cgroups *c, struct node *node)
{
	struct node **at = &node->children;

	while (*at) {
		struct node *child = *at;

		if (child->seen && !child->dead) {
			at = &child->next;
			continue;
		}
		*at = child->next;
		free_node(c, child);
	}
}

static int list_children(struct cgroups *c, struct node *node)
{
	int fd = open_in(c, node, ".", O_RDONLY | O_DIRECTORY), r = 0;
	struct listing l = begin_listing(node);
	struct dirent *entry;
	DIR *folder;

	if (fd < 0)
		return fd;
	folder = fdopendir(fd);
	if (!folder) {
		close(fd);
		return -ENOMEM;
	}
	while (r == 0 && (entry = readdir(folder)))
		if (entry->d_type == DT_DIR && strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			r = see_child(c, node, &l, entry);
	closedir(folder);
	if (r == 0)
		drop_unseen(c, node);
	return r;
}

/*
 * A cgroup's folder has two links and one for each child. One child gone and another come leave
 * the count, but the gone one is noticed when it is read, and its parent is listed again.
 */
static int refresh_children(struct cgroups *c, struct node *node)
{
	struct stat st;
	int r;

	if (node->dir < 0 || !c->live)
		return list_children(c, node);
	if (fstat(node->dir, &st) < 0)
		return -errno;
	if (node->listed && st.st_nlink == node->nlink)
		return 0;
	r = list_children(c, node);
	node->listed = r == 0;
	node->nlink = st.st_nlink;
	return r;
}

/* --- the files ------------------------------------------------------------------------------ */

static int read_kept(const struct cgroups *c, const struct node *node, int fd, const char *name,
		     char *buf, size_t size)
{
	int own = fd < 0 ? open_in(c, node, name, O_RDONLY) : -1;
	ssize_t n;
	int r;

	if (fd < 0 && own < 0)
		return own;
	n = pread(fd < 0 ? own : fd, buf, size - 1, 0);
	r = n < 0 ? -errno : (int)n;
	if (own >= 0)
		close(own);
	buf[r < 0 ? 0 : r] = '\0';
	if (r > 0 && buf[r - 1] == '\n')
		buf[--r] = '\0';
	return r;
}

static bool is_kept(const struct node *node)
{
	return node->dir >= 0;
}

/* A group that is read by its path, and is another one now. */
static bool is_made_anew(const struct cgroups *c, const struct node *node)
{
	struct stat st;

	return c->live && node->parent && !is_kept(node) &&
	       fstatat(c->mount, node->path, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	       st.st_ino != node->id;
}

/* -ENODEV: the group is gone. */
static int read_stat(const struct cgroups *c, const struct node *node, struct gauge *facts)
{
	char text[TEXT_SIZE];
	int r = read_kept(c, node, node->stat, "cpu.stat", text, sizeof(text));

	if (r == -ENODEV || (r == -ENOENT && node->stat >= 0))
		return -ENODEV;
	if (r < 0)
		cgroupfile_miss_stat(facts, gauge_state_from_error(r));
	else
		cgroupfile_parse_stat(text, facts);
	/* With a kept folder a file that was not there then needs no look at every read. */
	r = node->headroom_stat < 0 && is_kept(node)
		    ? -ENOENT
		    : read_kept(c, node, node->headroom_stat, "cpu.headroom.stat", text,
				sizeof(text));
	if (r < 0)
		cgroupfile_miss_headroom_stat(facts, gauge_state_from_error(r));
	else
		cgroupfile_parse_headroom_stat(text, facts);
	return 0;
}

static void read_setting(const struct cgroups *c, struct node *node, const struct cgroupfile *file)
{
	struct gauge unused, *first = &node->settings[file->first];
	struct gauge *second =
		file->second == CGROUP_FACT_COUNT ? &unused : &node->settings[file->second];
	char text[TEXT_SIZE];
	int r = read_kept(c, node, -1, file->name, text, sizeof(text));

	if (r < 0)
		*first = *second = (struct gauge){ .state = gauge_state_from_error(r) };
	else
		file->parse(text, first, second);
}

static void read_settings(struct cgroups *c, struct node *node, uint64_t mono_ns)
{
	char text[TEXT_SIZE];
	int r;

	for (const struct cgroupfile *file = cgroupfile_settings; file->name; file++)
		read_setting(c, node, file);
	r = read_kept(c, node, -1, "cpuset.cpus.effective", text, sizeof(text));
	snprintf(node->cpuset, sizeof(node->cpuset), "%.*s",
		 r < 0 ? 0 : (int)sizeof(node->cpuset) - 1, text);
	/* The controller may have come or gone. */
	if (node->headroom_stat < 0 && is_kept(node) &&
	    gauge_is_known(node->settings[CGROUP_HEADROOM]))
		node->headroom_stat = keep(c, node, "cpu.headroom.stat", O_RDONLY);
	node->settings_ns = mono_ns;
}

/* Whether it is this group's turn: never read, on the screen, or next in the slow round. */
static bool is_due(const struct cgroups *c, const struct node *node, size_t index, bool all)
{
	if (all || node->settings_ns == 0 || is_preferred(c, node->id))
		return true;
	return (index + c->nr_groups - c->turn) % c->nr_groups < c->nr_turns;
}

/* The round goes on where it stopped, as far as the time since the last read tells. */
static void plan_round(struct cgroups *c, uint64_t mono_ns)
{
	double elapsed_s = c->read_ns ? (double)(mono_ns - c->read_ns) / 1e9 : 0;

	c->turn = (c->turn + c->nr_turns) % c->nr_groups;
	c->turns += elapsed_s * (double)c->nr_groups / CGROUPS_ROUND_S;
	if (c->turns > (double)c->nr_groups)
		c->turns = (double)c->nr_groups;
	c->nr_turns = (size_t)c->turns;
	c->turns -= (double)c->nr_turns;
	c->read_ns = mono_ns;
}

/* --- the walk ------------------------------------------------------------------------------- */

struct walk {
	struct cgroups *c;
	uint64_t mono_ns;
	bool all_settings;
	struct cgroup_tree *tree;
	size_t *index; /* of the next group in the order of the walk */
};

static void copy_settings(const struct node *node, struct sample_cgroup *group)
{
	for (const struct cgroupfile *file = cgroupfile_settings; file->name; file++) {
		group->fact[file->first] = node->settings[file->first];
		if (file->second != CGROUP_FACT_COUNT)
			group->fact[file->second] = node->settings[file->second];
	}
	memcpy(group->cpuset, node->cpuset, sizeof(group->cpuset));
	group->settings_ns = node->settings_ns;
}

/* 0 with *ret_index, -ENODEV when the group is gone, -ENOMEM. */
static int emit(const struct walk *w, struct node *node, size_t parent, size_t *ret_index)
{
	struct gauge facts[CGROUP_FACT_COUNT] = { 0 };
	struct sample_cgroup *group;
	int r = is_made_anew(w->c, node) ? -ENODEV : read_stat(w->c, node, facts);

	if (r < 0)
		return r;
	if (is_due(w->c, node, (*w->index)++, w->all_settings))
		read_settings(w->c, node, w->mono_ns);
	group = cgroup_tree_add(w->tree, node->path, parent, node->id);
	if (!group)
		return -ENOMEM;
	memcpy(group->fact, facts, sizeof(facts));
	copy_settings(node, group);
	*ret_index = w->tree->nr_groups - 1;
	return 0;
}

/* Depth of the kernel's own limit for nesting is far below what recursion takes. */
static int walk(const struct walk *w, struct node *node, size_t parent)
{
	size_t index;
	int r = emit(w, node, parent, &index);

	if (r == 0)
		r = refresh_children(w->c, node);
	if (r == -ENODEV || r == -ENOENT) {
		node->dead = true;
		if (node->parent)
			node->parent->listed = false;
		return 0;
	}
	for (struct node *child = node->children; r == 0 && child; child = child->next)
		r = walk(w, child, index);
	return r;
}

int cgroups_read(struct cgroups *c, uint64_t mono_ns, bool all_settings,
		 struct cgroup_tree *ret_tree)
{
	size_t index = 0;
	const struct walk w = { .c = c,
				.mono_ns = mono_ns,
				.all_settings = all_settings,
				.tree = ret_tree,
				.index = &index };

	cgroup_tree_clear(ret_tree);
	plan_round(c, mono_ns);
	return walk(&w, c->root, CGROUP_NO_PARENT);
}
