/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests/data/attached.raw.zst was recorded from: heaptrack -r -p PID, .3 s after its start. */
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
	void *volatile old[8];
	for (int i = 0; i < 8; i++)
		old[i] = malloc(100);
	for (int round = 0; round < 200; round++) {
		usleep(20000);
		free(malloc(64));
		if (round % 25 == 0)
			free(old[round / 25]);
	}
	return 0;
}
