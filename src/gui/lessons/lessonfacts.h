// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/appmodel.h"
#include "lessons/condition.h"

#include <QTimer>

class QMainWindow;

namespace anchorscope::gui {

/// Current values of the facts of lessons, read from the state of the window. A fact is unknown if it was not measured,
/// or was measured with other settings than the current ones.
class LessonFacts : public QObject
{
    Q_OBJECT

public:
    LessonFacts(AppModel &model, QMainWindow &window, QObject *parent = nullptr);

    lessons::FactValue value(const lessons::Fact &fact) const;
    lessons::FactReader reader() const
    {
        return [this](const lessons::Fact &fact) { return value(fact); };
    }
    /// Value of a score that guessing would reach; nullopt for other facts.
    std::optional<double> chance(const lessons::Fact &fact) const;
    static bool isBound(const lessons::Fact &fact);

    /// Resets those facts that describe what has happened since the start of the step.
    void beginStep() { m_wasHovered = false; }
    AppModel &model() const { return m_model; }
    QMainWindow &window() const { return m_window; }
    const QString &dock() const { return m_dock; } ///< object name of the dock that was raised last
    bool wasHovered() const { return m_wasHovered; }

Q_SIGNALS:
    /// Reports that facts may have changed; at most once in each iteration of the event loop.
    void changed();

private:
    void listen();
    void listenToScreen();

    AppModel &m_model;
    QMainWindow &m_window;
    QTimer m_soon;
    QString m_dock;
    bool m_wasHovered = false;
};

/// Finds a field of the playground's transform by its id; null if not found.
const TransformField *fieldNamed(std::string_view id);
/// Items of the class that has this name; empty if no class has it.
std::vector<ItemIndex> itemsOfClass(const ItemTable &items, const std::string &name);

} // namespace anchorscope::gui
