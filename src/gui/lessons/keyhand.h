// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"
#include "gui/lessons/keystrokes.h"

namespace anchorscope::gui {

/// Does verbs by the keyboard alone: presses the keys that the registry of verbs names, in the window itself.
class KeyHand : public ActionAnimator, public KeyStrokes
{
public:
    KeyHand(AppModel &model, QMainWindow &window) : KeyStrokes(window), m_model(model) {}

    static bool hasKeys(const lessons::Verb &verb);
    bool begin(const lessons::Action &action) override;
    bool isBusy() const override { return !isEmpty(); }
    QString move() override { return makeNext(); }
    void stop() override { clear(); }
    AppModel &model() const { return m_model; }

private:
    AppModel &m_model;
};

} // namespace anchorscope::gui
