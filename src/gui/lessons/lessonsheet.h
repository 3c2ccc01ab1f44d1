// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

#include <QString>

class QWidget;

namespace anchorscope::gui {

/// Correct answer of a question; empty for a question answered in own words.
QString correctAnswer(const lessons::Question &question);

/// HTML of a lesson that the teacher can print: each step with its text, question, correct answer and teacher's note.
/// Images are read from `folder`, the folder of the lesson (lessonText()).
QString lessonSheet(const lessons::Lesson &lesson, const QString &folder);

/// Opens the print dialog (printer or PDF file) and prints the lesson.
void printLesson(const lessons::Lesson &lesson, const QString &folder, QWidget &window);

} // namespace anchorscope::gui
