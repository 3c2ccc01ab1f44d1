// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessonparts.h"
#include "lessons/condition.h"

#include <QTimer>

namespace anchorscope::gui {

/// What the facts of lessons are at this moment, read from the state of the window. What is not measured, or measured
/// with another setup than that of now, is not known.
class LessonFacts : public QObject
{
    Q_OBJECT

public:
    explicit LessonFacts(const LessonParts &parts, QObject *parent = nullptr);

    lessons::FactValue value(const lessons::Fact &fact) const;
    lessons::FactReader reader() const
    {
        return [this](const lessons::Fact &fact) { return value(fact); };
    }
    static bool isBound(const lessons::Fact &fact);

    /// What “was since the step began” counts from now on.
    void beginStep() { m_wasHovered = false; }
    const LessonParts &parts() const { return m_parts; }
    const QString &dock() const { return m_dock; } ///< the page that came to the front last
    bool wasHovered() const { return m_wasHovered; }

Q_SIGNALS:
    void changed(); ///< perhaps; at most once in each turn of the event loop

private:
    void listen();
    void listenToScreen();

    LessonParts m_parts;
    QTimer m_soon;
    QString m_dock;
    bool m_wasHovered = false;
};

} // namespace anchorscope::gui
