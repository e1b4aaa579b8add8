// SPDX-License-Identifier: GPL-2.0-only
/* Finds the scheduler's features among the kernel's types, see btf_features.h. */
#include "probes/btf_features.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/btf.h>

/* kernel/sched/sched.h: an enum without a name, __SCHED_FEAT_<NAME> = bit, __SCHED_FEAT_NR last. */
#define PREFIX "__SCHED_FEAT_"

static const char *member_name(const struct btf *btf, const struct btf_enum *member)
{
	const char *name = btf__name_by_offset(btf, member->name_off);

	if (!name || strncmp(name, PREFIX, strlen(PREFIX)) != 0)
		return NULL;
	return name + strlen(PREFIX);
}

static bool is_feature_list(const struct btf *btf, const struct btf_type *type)
{
	return btf_is_enum(type) && !type->name_off && btf_vlen(type) > 0 &&
	       member_name(btf, btf_enum(type));
}

static const struct btf_type *find_feature_list(const struct btf *btf)
{
	unsigned int count = btf__type_cnt(btf);

	for (unsigned int id = 1; id < count; id++) {
		const struct btf_type *type = btf__type_by_id(btf, id);

		if (is_feature_list(btf, type))
			return type;
	}
	return NULL;
}

static int fill_features(const struct btf *btf, const struct btf_type *type, uint64_t mask,
			 struct sched_feature **ret_features, size_t *ret_count)
{
	const struct btf_enum *member = btf_enum(type);
	struct sched_feature *features = calloc(btf_vlen(type), sizeof(*features));
	size_t count = 0;

	if (!features)
		return -ENOMEM;
	for (int i = 0; i < btf_vlen(type); i++) {
		const char *name = member_name(btf, &member[i]);

		if (!name || !strcmp(name, "NR") || member[i].val < 0 || member[i].val > 63)
			continue;
		snprintf(features[count].name, sizeof(features[count].name), "%s", name);
		features[count].on = mask >> member[i].val & 1;
		count++;
	}
	*ret_features = features;
	*ret_count = count;
	return 0;
}

int btf_features_decode(uint64_t mask, struct sched_feature **ret_features, size_t *ret_count)
{
	struct btf *btf = btf__load_vmlinux_btf();
	const struct btf_type *type;
	int r = -ENOENT;

	if (!btf)
		return -errno;
	type = find_feature_list(btf);
	if (type)
		r = fill_features(btf, type, mask, ret_features, ret_count);
	btf__free(btf);
	return r;
}
