// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runcontext.h"
#include "lessons/lesson.h"

#include <string>
#include <vector>

namespace anchorscope::lessons {

/// Where the data of a lesson are: beside the lesson or in one of the folders, or below; a toy is its name. Empty where
/// there are none.
std::string dataOf(const Lesson &lesson, const std::string &lessonPath, const std::vector<std::string> &folders);

/// Reads a lesson and opens its data: problems of the text, and files, spaces, items and classes that are not there.
/// `folders`: with the bundled examples. Errors of reading the file.
Result<ReadLesson> validateLesson(const std::string &path, const std::vector<std::string> &folders,
                                  const RunContext &context = {});

} // namespace anchorscope::lessons
