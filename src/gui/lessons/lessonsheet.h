// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

#include <QString>

#include <vector>

class QWidget;

namespace anchorscope::gui {

/// Text of a lesson, escaped for rich text.
QString sheetText(const std::string &text);

/// Converts the Markdown of a lesson to rich text that refers to no file: HTML tags are shown as text, and images are
/// read from the lesson's folder and embedded. An image is replaced by the reason if it is outside of the folder, is
/// not a PNG, JPEG, GIF, BMP or WebP, has more than 8 MB or 8 million pixels, or comes after the fourth.
QString lessonText(const QString &markdown, const QString &folder);

/// Correct answer of a question as text; empty for a question that is answered in the learner's own words.
QString correctAnswer(const lessons::Question &question);

/// Sheets of paper for a lesson: the student's has room for answers, the teacher's has correct answers, their reasons
/// and the teacher's notes.
enum class Sheet { student, teacher };

/// HTML of a question with its choices; for the teacher with the correct answer and its reason. `order`: indices of the
/// choices in the order of the screen, which numbers them; empty: the order of the lesson, with letters.
QString questionOnSheet(const lessons::Question &question, Sheet sheet, const std::vector<int> &order = {});

/// HTML of a lesson for printing: each step with its text and question. Images are read from `folder`, the folder of
/// the lesson.
QString lessonSheet(const lessons::Lesson &lesson, const QString &folder, Sheet sheet);

/// Opens the dialog for printing to a printer or a PDF file, and prints the lesson.
void printLesson(const lessons::Lesson &lesson, const QString &folder, Sheet sheet, QWidget &window);

} // namespace anchorscope::gui
