// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

#include <QString>

class QWidget;

namespace anchorscope::gui {

/// Correct answer of a question as text; empty for a question that is answered in the learner's own words.
QString correctAnswer(const lessons::Question &question);

/// HTML of a lesson for printing: each step with its text, question, correct answer and teacher's note. Images are read
/// from `folder`, the folder of the lesson.
QString lessonSheet(const lessons::Lesson &lesson, const QString &folder);

/// Opens the dialog for printing to a printer or a PDF file, and prints the lesson.
void printLesson(const lessons::Lesson &lesson, const QString &folder, QWidget &window);

} // namespace anchorscope::gui
