// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runcontext.h"
#include "io/dataset/pairloader.h"
#include "lessons/lesson.h"

#include <string>
#include <vector>

namespace anchorscope::lessons {

/// Data of a lesson: a toy, or a file in the lesson's folder or one of `folders`. If the file is not found, the result
/// has no path, and a problem is added to `read`.
io::DataChoice dataOf(ReadLesson &read, const std::string &lessonPath, const std::vector<std::string> &folders);

/// Reads a lesson and opens its data. Reports problems of the text, and missing files, spaces, items and classes.
/// `folders`: bundled examples. Error if the file cannot be read, or if cancelled.
Result<ReadLesson> validateLesson(const std::string &path, const std::vector<std::string> &folders,
                                  const RunContext &context = {});

} // namespace anchorscope::lessons
