// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/model/appmodel.h"
#include "lessons/condition.h"

#include <QTimer>

class QMainWindow;

namespace anchorscope::gui {

/// What the facts of lessons are at this moment, read from the state of the window. What is not measured, or measured
/// with another setup than that of now, is not known.
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
    static bool isBound(const lessons::Fact &fact);

    /// What “was since the step began” counts from now on.
    void beginStep() { m_wasHovered = false; }
    AppModel &model() const { return m_model; }
    QMainWindow &window() const { return m_window; }
    const QString &dock() const { return m_dock; } ///< the page that came to the front last
    bool wasHovered() const { return m_wasHovered; }

Q_SIGNALS:
    void changed(); ///< perhaps; at most once in each turn of the event loop

private:
    void listen();
    void listenToScreen();

    AppModel &m_model;
    QMainWindow &m_window;
    QTimer m_soon;
    QString m_dock;
    bool m_wasHovered = false;
};

/// A control of the playground; null if there is none of that id.
const TransformField *fieldNamed(std::string_view id);
/// The item of that name, or of that row where items have no names; noItem where there is none.
ItemIndex itemNamed(const ItemTable &items, const std::string &name);
/// All items of a class of that name.
std::vector<ItemIndex> itemsOfClass(const ItemTable &items, const std::string &name);

} // namespace anchorscope::gui
