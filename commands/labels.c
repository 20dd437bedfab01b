/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Length of the first `frames` frames. */
static size_t prefix(const char *name, size_t frames)
{
	size_t n = 0;
	for (; frames > 0 && name[n]; frames--)
		n += strcspn(name + n, ";") + (frames > 1 && name[n + strcspn(name + n, ";")] == ';');
	return n;
}

static int alone(char *const *names, size_t n, size_t which, size_t length)
{
	for (size_t i = 0; i < n; i++)
		if (i != which && !strncmp(names[i], names[which], length) &&
			(names[i][length] == ';' || names[i][length] == 0))
			return 0;
	return 1;
}

/* The fewest innermost frames that only this stack has; all of them where another stack has those
 * and more. */
static size_t telling_frames(char *const *names, size_t n, size_t which)
{
	size_t frames = 1;
	while (names[which][prefix(names[which], frames)] && !alone(names, n, which, prefix(names[which], frames)))
		frames++;
	return frames;
}

static char *shorten(char *const *names, size_t n, size_t which)
{
	const char *name = names[which];
	size_t frames = telling_frames(names, n, which);
	size_t leaf = prefix(name, 1), end = prefix(name, frames), before = prefix(name, frames - 1);
	char *label = NULL;
	int made = frames == 1 ? asprintf(&label, "%.*s", (int)leaf, name)
		: frames == 2
		? asprintf(&label, "%.*s", (int)end, name)
		: asprintf(&label, "%.*s;...;%.*s", (int)leaf, name, (int)(end - before - 1), name + before + 1);
	return made < 0 ? NULL : label;
}

/* Two stacks may share the two frames that are shown: the later ones get a number, within the width. */
static void number(char **names, size_t which)
{
	size_t same = 1;
	for (size_t i = 0; i < which; i++)
		same += !strncmp(names[i], names[which], LABEL_WIDTH);
	char *label;
	if (same == 1 || asprintf(&label, "%.*s #%zu", LABEL_WIDTH - 8, names[which], same) < 0)
		return;
	free(names[which]);
	names[which] = label;
}

void labels_shorten(char **names, size_t n)
{
	char **labels = calloc(n + 1, sizeof *labels);
	for (size_t i = 0; labels && i < n; i++)
		labels[i] = shorten(names, n, i);
	for (size_t i = 0; labels && i < n; i++) {
		if (!labels[i])
			continue;
		free(names[i]);
		names[i] = labels[i];
	}
	free(labels);
	for (size_t i = n; i-- > 0;) /* backwards: each compares with names that have no number yet */
		number(names, i);
}
