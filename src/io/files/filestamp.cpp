// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/filestamp.h"

#include <sys/stat.h>

namespace anchorscope::io {

namespace {

FileStamp stampFrom(const struct stat &facts)
{
    return {true, facts.st_dev, facts.st_ino, static_cast<std::uint64_t>(facts.st_size),
            std::int64_t{facts.st_mtim.tv_sec} * 1000000000 + facts.st_mtim.tv_nsec};
}

} // namespace

FileStamp stampOf(const std::string &path)
{
    struct stat facts
    {
    };
    return ::stat(path.c_str(), &facts) == 0 ? stampFrom(facts) : FileStamp();
}

FileStamp stampOf(int descriptor)
{
    struct stat facts
    {
    };
    return ::fstat(descriptor, &facts) == 0 ? stampFrom(facts) : FileStamp();
}

} // namespace anchorscope::io
