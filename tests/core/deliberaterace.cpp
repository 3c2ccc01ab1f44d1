// SPDX-License-Identifier: GPL-3.0-or-later
// A parallel loop with a data race: every block adds to one sum. Its test passes only if the thread sanitizer reports
// it, which shows that the other tests of that preset would fail if they raced. Long enough for a second thread to
// start.
#include "core/parallel.h"

#include <cstdio>

int main()
{
    long sum = 0;
    anchorscope::forBlocks(20000000, 10, [&](anchorscope::Index begin, anchorscope::Index end) { sum += end - begin; });
    std::printf("%ld\n", sum);
}
