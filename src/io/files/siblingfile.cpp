// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/siblingfile.h"

#include "frame/sentence.h"

#include <algorithm>
#include <filesystem>

namespace anchorscope::io {

namespace {

using Path = std::filesystem::path;

/// True if a path, after its links are followed, is inside a folder or its subfolders. The file need not exist.
bool endsBelow(const Path &folder, const Path &path)
{
    std::error_code error;
    const Path real = std::filesystem::weakly_canonical(path, error);
    const Path above = error ? Path() : std::filesystem::canonical(folder.empty() ? Path(".") : folder, error);
    return !error && std::mismatch(above.begin(), above.end(), real.begin(), real.end()).first == above.end();
}

} // namespace

bool staysInFolder(std::string_view name)
{
    const Path path(name);
    const bool hasScheme = name.substr(0, name.find('/')).find(':') != std::string_view::npos;
    return !path.empty() && !path.is_absolute() && !hasScheme &&
           std::find(path.begin(), path.end(), Path("..")) == path.end();
}

Result<std::string> siblingFile(const std::string &file, const std::string &name)
{
    if (name.find("://") != std::string::npos)
        return Error(ErrorCode::outsideFile, sentence("names a file on the network, “", name,
                                                      "”; download it, and write its name there instead"));
    const Path path(name), folder = Path(file).parent_path();
    if (!staysInFolder(name))
        return Error(ErrorCode::outsideFile,
                     sentence("names “", name,
                              "”, which is not beside it; copy that file beside it, and use only its name there"));
    if (!endsBelow(folder, folder / path))
        return Error(ErrorCode::outsideFile,
                     sentence("names “", name, "”, a link that leads out of its folder; put the file itself there"));
    return (folder / path).string();
}

} // namespace anchorscope::io
