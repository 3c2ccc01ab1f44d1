// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"
#include "gui/lessons/keystrokes.h"

namespace anchorscope::gui {

/// Does verbs by the keyboard alone: presses the keys that the registry of verbs names, in the window itself.
class KeyHand : public ActionAnimator, public KeyStrokes
{
public:
    explicit KeyHand(const LessonParts &parts) : KeyStrokes(parts.window), m_parts(parts) {}

    static bool hasKeys(const lessons::Verb &verb);
    bool begin(const lessons::Action &action) override;
    bool isBusy() const override { return !isEmpty(); }
    QString move() override { return makeNext(); }
    void stop() override { clear(); }
    const LessonParts &parts() const { return m_parts; }

private:
    LessonParts m_parts;
};

} // namespace anchorscope::gui
