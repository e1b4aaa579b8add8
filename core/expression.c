// SPDX-License-Identifier: GPL-2.0-only
/* Conditions over the JSON document; see expression.h. A parser by descent, values of three kinds. */
#include "core/expression.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#define DEPTH_MAX 64 /* brackets and nots within each other */
#define NAME_SIZE 256

enum node_kind { NODE_OR, NODE_AND, NODE_NOT, NODE_COMPARE, NODE_FIELD, NODE_CONSTANT };

enum compare { EQUAL, UNEQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, COMPARE_COUNT };

/* One part of a field: a name, an index, or a key and the text of its value. */
struct part {
	struct part *next;
	enum { PART_NAME, PART_INDEX, PART_MATCH } kind;
	char name[NAME_SIZE], value[NAME_SIZE];
	int index;
};

struct node {
	enum node_kind kind;
	enum compare compare;
	struct node *left, *right;
	struct part *parts; /* FIELD */
	cJSON *constant;    /* CONSTANT */
};

struct expression {
	struct node *root;
};

struct parser {
	const char *text, *at;
	unsigned int depth;
	struct fault *f;
};

/* What a condition can be: JSON's null makes it unknown. */
enum truth { FALSE, TRUE, UNKNOWN };

static const char *const compare_words[COMPARE_COUNT] = {
	[EQUAL] = "==",      [UNEQUAL] = "!=", [LESS] = "<",
	[LESS_EQUAL] = "<=", [GREATER] = ">",  [GREATER_EQUAL] = ">=",
};

static struct node *free_node(struct node *n)
{
	if (!n)
		return NULL;
	free_node(n->left);
	free_node(n->right);
	while (n->parts) {
		struct part *part = n->parts;

		n->parts = part->next;
		free(part);
	}
	cJSON_Delete(n->constant);
	free(n);
	return NULL;
}

static struct node *new_node(struct parser *p, enum node_kind kind)
{
	struct node *n = calloc(1, sizeof(*n));

	if (!n)
		fault_set(p->f, -ENOMEM, "no memory");
	else
		n->kind = kind;
	return n;
}

/* NULL, for returning; the first fault is the one that is told. */
static struct node *refuse(struct parser *p, const char *what)
{
	fault_usage(p->f, "'%s' is no condition: %s at '%.40s'", p->text, what,
		    *p->at ? p->at : "its end");
	return NULL;
}

static void skip_blanks(struct parser *p)
{
	p->at += strspn(p->at, " \t\n");
}

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Takes a word or a sign; a word must not go on. */
static bool take(struct parser *p, const char *word)
{
	size_t length = strlen(word);

	skip_blanks(p);
	if (strncmp(p->at, word, length) != 0 ||
	    (is_name_char(word[0]) && is_name_char(p->at[length])))
		return false;
	p->at += length;
	return true;
}

static struct node *parse_or(struct parser *p);

/* --- fields and constants ------------------------------------------------------------------- */

static bool take_name(struct parser *p, char *buf)
{
	size_t length = 0;

	while (is_name_char(p->at[length]))
		length++;
	if (length == 0 || length >= NAME_SIZE)
		return false;
	memcpy(buf, p->at, length);
	buf[length] = '\0';
	p->at += length;
	return true;
}

/* Up to a character, or in quotes, where that may be part of it. */
static bool take_text(struct parser *p, char end, char *buf)
{
	const char *from = p->at;
	bool quoted = *from == '\'' || *from == '"';
	size_t length;

	if (quoted)
		end = *from++;
	for (length = 0; from[length] && from[length] != end; length++)
		;
	if (!from[length] || length >= NAME_SIZE)
		return false;
	memcpy(buf, from, length);
	buf[length] = '\0';
	p->at = from + length + quoted;
	return true;
}

static bool parse_bracket(struct parser *p, struct part *part)
{
	skip_blanks(p);
	if (isdigit((unsigned char)*p->at)) {
		char *end;
		unsigned long index = strtoul(p->at, &end, 10);

		part->kind = PART_INDEX;
		part->index = index > 1000000 ? 1000000 : (int)index;
		p->at = end;
		return take(p, "]");
	}
	part->kind = PART_MATCH;
	if (!take_name(p, part->name) || !take(p, "="))
		return false;
	skip_blanks(p);
	return take_text(p, ']', part->value) && take(p, "]");
}

static bool parse_part(struct parser *p, struct part *part)
{
	if (*p->at != '[') {
		part->kind = PART_NAME;
		return take_name(p, part->name);
	}
	p->at++;
	return parse_bracket(p, part);
}

static struct node *parse_field(struct parser *p)
{
	struct node *n = new_node(p, NODE_FIELD);
	struct part **end = n ? &n->parts : NULL;
	bool more = n != NULL;

	while (more) {
		*end = calloc(1, sizeof(**end));
		if (!*end || !parse_part(p, *end)) {
			refuse(p, "a field is expected");
			return free_node(n);
		}
		end = &(*end)->next;
		more = *p->at == '[' || *p->at == '.';
		p->at += *p->at == '.';
	}
	return n;
}

/* Digits and one point, by hand: strtod follows the locale and knows too much. */
static struct node *parse_number(struct parser *p)
{
	struct node *n = new_node(p, NODE_CONSTANT);
	bool negative = *p->at == '-';
	double value = 0, scale = 1;

	p->at += negative;
	if (!isdigit((unsigned char)*p->at)) {
		refuse(p, "a number is expected");
		return free_node(n);
	}
	for (; isdigit((unsigned char)*p->at); p->at++)
		value = value * 10 + (*p->at - '0');
	if (*p->at == '.')
		for (p->at++; isdigit((unsigned char)*p->at); p->at++)
			value += (*p->at - '0') * (scale /= 10);
	if (n)
		n->constant = cJSON_CreateNumber(negative ? -value : value);
	return n;
}

static struct node *parse_quoted(struct parser *p)
{
	struct node *n = new_node(p, NODE_CONSTANT);
	char text[NAME_SIZE];

	if (!take_text(p, *p->at, text)) {
		refuse(p, "the quotation does not end");
		return free_node(n);
	}
	if (n)
		n->constant = cJSON_CreateString(text);
	return n;
}

static struct node *parse_operand(struct parser *p)
{
	bool is_true = take(p, "true");

	if (is_true || take(p, "false")) {
		struct node *n = new_node(p, NODE_CONSTANT);

		if (n)
			n->constant = cJSON_CreateBool(is_true);
		return n;
	}
	if (*p->at == '\'' || *p->at == '"')
		return parse_quoted(p);
	if (isdigit((unsigned char)*p->at) || *p->at == '-')
		return parse_number(p);
	if (is_name_char(*p->at))
		return parse_field(p);
	return refuse(p, "a field or a value is expected");
}

/* --- conditions ----------------------------------------------------------------------------- */

static bool take_compare(struct parser *p, enum compare *ret_compare)
{
	/* The longer words first. */
	static const enum compare order[] = { EQUAL,         UNEQUAL, LESS_EQUAL,
					      GREATER_EQUAL, LESS,    GREATER };

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (take(p, compare_words[order[i]])) {
			*ret_compare = order[i];
			return true;
		}
	}
	return false;
}

/* Owns both; one that is missing has had its fault told. */
static struct node *join(struct parser *p, enum node_kind kind, struct node *left,
			 struct node *right)
{
	struct node *n = left && right ? new_node(p, kind) : NULL;

	if (!n) {
		free_node(left);
		free_node(right);
		return NULL;
	}
	n->left = left;
	n->right = right;
	return n;
}

static struct node *parse_comparison(struct parser *p)
{
	struct node *left = parse_operand(p);
	enum compare compare;

	if (!left || !take_compare(p, &compare))
		return left;
	left = join(p, NODE_COMPARE, left, parse_operand(p));
	if (left)
		left->compare = compare;
	return left;
}

static struct node *parse_bracketed(struct parser *p)
{
	struct node *n = parse_or(p);

	if (n && !take(p, ")")) {
		refuse(p, "a ')' is expected");
		return free_node(n);
	}
	return n;
}

static struct node *parse_not(struct parser *p)
{
	struct node *n, *inner;

	if (p->depth >= DEPTH_MAX)
		return refuse(p, "it is nested too deep");
	p->depth++;
	if (take(p, "(")) {
		n = parse_bracketed(p);
	} else if (take(p, "not")) {
		inner = parse_not(p);
		n = inner ? new_node(p, NODE_NOT) : NULL;
		if (n)
			n->left = inner;
		else
			free_node(inner);
	} else {
		n = parse_comparison(p);
	}
	p->depth--;
	return n;
}

static struct node *parse_and(struct parser *p)
{
	struct node *n = parse_not(p);

	while (n && take(p, "and"))
		n = join(p, NODE_AND, n, parse_not(p));
	return n;
}

static struct node *parse_or(struct parser *p)
{
	struct node *n = parse_and(p);

	while (n && take(p, "or"))
		n = join(p, NODE_OR, n, parse_and(p));
	return n;
}

int expression_parse(const char *text, struct expression **ret_expression, struct fault *f)
{
	struct fault own = { 0 };
	struct parser p = { .text = text, .at = text, .f = &own };
	struct expression *e = calloc(1, sizeof(*e));

	if (!e)
		return fault_set(f, -ENOMEM, "no memory");
	e->root = parse_or(&p);
	skip_blanks(&p);
	if (e->root && *p.at)
		refuse(&p, "'and' or 'or' is expected");
	if (own.code) {
		expression_free(e);
		if (f)
			*f = own;
		return own.code;
	}
	*ret_expression = e;
	return 0;
}

struct expression *expression_free(struct expression *e)
{
	if (!e)
		return NULL;
	free_node(e->root);
	free(e);
	return NULL;
}

/* --- values --------------------------------------------------------------------------------- */

/* The first name: of the document, or of an object directly in it. */
static const cJSON *find_first(const cJSON *doc, const char *name)
{
	const cJSON *found = cJSON_GetObjectItemCaseSensitive(doc, name), *child;

	for (child = doc->child; !found && child; child = child->next)
		if (cJSON_IsObject(child))
			found = cJSON_GetObjectItemCaseSensitive(child, name);
	return found;
}

static bool value_is_text(const cJSON *value, const char *text)
{
	char number[32];

	if (cJSON_IsString(value))
		return strcmp(value->valuestring, text) == 0;
	if (!cJSON_IsNumber(value))
		return false;
	snprintf(number, sizeof(number), "%.15g", value->valuedouble);
	return strcmp(number, text) == 0;
}

static const cJSON *find_match(const cJSON *array, const struct part *part)
{
	const cJSON *item;

	cJSON_ArrayForEach(
		item, array) if (value_is_text(cJSON_GetObjectItemCaseSensitive(item, part->name),
					       part->value)) return item;
	return NULL;
}

/* 1 with *ret_value, 0: there is no such thing now, or -EINVAL: the document has no such field. */
static int resolve(const struct node *field, const cJSON *doc, const cJSON **ret_value,
		   struct fault *f)
{
	const cJSON *at = doc;

	for (const struct part *part = field->parts; part; part = part->next) {
		if (cJSON_IsNull(at))
			return 0;
		if (part->kind == PART_NAME)
			at = at == doc ? find_first(doc, part->name)
				       : cJSON_GetObjectItemCaseSensitive(at, part->name);
		else if (!cJSON_IsArray(at))
			return fault_usage(f, "a field before '[' is no list");
		else
			at = part->kind == PART_INDEX ? cJSON_GetArrayItem(at, part->index)
						      : find_match(at, part);
		if (!at && part->kind != PART_NAME)
			return 0;
		if (!at)
			return fault_usage(f, "there is no field '%s' here", part->name);
	}
	*ret_value = at;
	return 1;
}

static enum truth of_order(enum compare compare, double a, double b)
{
	switch (compare) {
	case EQUAL:
		return a == b;
	case UNEQUAL:
		return a != b;
	case LESS:
		return a < b;
	case LESS_EQUAL:
		return a <= b;
	case GREATER:
		return a > b;
	default:
		return a >= b;
	}
}

static enum truth compare_values(enum compare compare, const cJSON *a, const cJSON *b)
{
	if (cJSON_IsNull(a) || cJSON_IsNull(b))
		return UNKNOWN;
	if (cJSON_IsNumber(a) && cJSON_IsNumber(b))
		return of_order(compare, a->valuedouble, b->valuedouble);
	if (cJSON_IsString(a) && cJSON_IsString(b))
		return of_order(compare, strcmp(a->valuestring, b->valuestring), 0);
	if (cJSON_IsBool(a) && cJSON_IsBool(b))
		return of_order(compare, cJSON_IsTrue(a), cJSON_IsTrue(b));
	return compare == UNEQUAL;
}

/* 1 with a value, 0 unknown, or -errno. */
static int operand(const struct node *n, const cJSON *doc, const cJSON **ret_value, struct fault *f)
{
	if (n->kind == NODE_FIELD)
		return resolve(n, doc, ret_value, f);
	*ret_value = n->constant;
	return n->constant ? 1 : fault_set(f, -ENOMEM, "no memory");
}

static int evaluate(const struct node *n, const cJSON *doc, struct fault *f);

static int evaluate_compare(const struct node *n, const cJSON *doc, struct fault *f)
{
	const cJSON *a, *b;
	int x = operand(n->left, doc, &a, f), y = x < 0 ? x : operand(n->right, doc, &b, f);

	if (x < 0 || y < 0)
		return x < 0 ? x : y;
	return x && y ? compare_values(n->compare, a, b) : UNKNOWN;
}

static int evaluate_plain(const struct node *n, const cJSON *doc, struct fault *f)
{
	const cJSON *value;
	int r = operand(n, doc, &value, f);

	if (r <= 0)
		return r < 0 ? r : UNKNOWN;
	if (cJSON_IsNull(value))
		return UNKNOWN;
	if (cJSON_IsBool(value))
		return cJSON_IsTrue(value);
	return fault_usage(f, "a field or value that is neither true nor false needs a comparison");
}

/* Kleene's: false and unknown is false, true or unknown is true. */
static int evaluate_join(const struct node *n, const cJSON *doc, struct fault *f)
{
	int deciding = n->kind == NODE_OR ? TRUE : FALSE;
	int a = evaluate(n->left, doc, f), b = a < 0 ? a : evaluate(n->right, doc, f);

	if (a < 0 || b < 0)
		return a < 0 ? a : b;
	if (a == deciding || b == deciding)
		return deciding;
	return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : !deciding;
}

static int evaluate(const struct node *n, const cJSON *doc, struct fault *f)
{
	int inner;

	switch (n->kind) {
	case NODE_OR:
	case NODE_AND:
		return evaluate_join(n, doc, f);
	case NODE_NOT:
		inner = evaluate(n->left, doc, f);
		return inner == TRUE || inner == FALSE ? !inner : inner;
	case NODE_COMPARE:
		return evaluate_compare(n, doc, f);
	default:
		return evaluate_plain(n, doc, f);
	}
}

int expression_evaluate(const struct expression *e, const struct cJSON *doc, struct fault *f)
{
	int r = evaluate(e->root, doc, f);

	return r == UNKNOWN ? 0 : r;
}
