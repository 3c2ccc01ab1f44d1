// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/numberfile.h"

#include "io/files/atomicfile.h"
#include "io/text/csv.h"

#include <charconv>

namespace anchorscope::io {

Status writeNumbers(const std::string &path, const std::vector<std::string> &header,
                    const std::vector<std::vector<std::string>> &names, const Matrix &values)
{
    std::string text;
    for (const std::string &title : header)
        text.append(text.empty() ? "" : ",").append(csvField(title));
    text.append("\n");
    char digits[32];
    for (Index i = 0; i < values.rows(); ++i) {
        const char *comma = "";
        for (const auto &column : names) {
            text.append(comma).append(csvField(column[static_cast<std::size_t>(i)]));
            comma = ",";
        }
        for (Index j = 0; j < values.cols(); ++j) {
            const auto end = std::to_chars(digits, digits + sizeof digits, values(i, j)).ptr;
            text.append(comma).append(digits, end);
            comma = ",";
        }
        text.append("\n");
    }
    return writeAtomically(path, text);
}

} // namespace anchorscope::io
