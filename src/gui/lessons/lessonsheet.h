// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

#include <QString>

class QWidget;

namespace anchorscope::gui {

/// The correct answer of a question; empty if the question is answered in own words.
QString correctAnswer(const lessons::Question &question);

/// A lesson on paper, for the teacher: each step with its text, its question, the correct answer and the teacher's
/// note, as HTML. Pictures are read from `folder`, that of the lesson (lessonText()).
QString lessonSheet(const lessons::Lesson &lesson, const QString &folder);

/// Asks for a printer, or for a PDF file, and prints the sheet.
void printLesson(const lessons::Lesson &lesson, const QString &folder, QWidget &window);

} // namespace anchorscope::gui
