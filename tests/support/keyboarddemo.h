// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"
#include "support/keypresses.h"

namespace anchorscope::test {

/// Performs actions with only the keyboard: presses the keys documented in the registry of verbs, in the window itself.
class KeyboardDemo : public gui::ActionAnimator, public KeyPresses
{
public:
    KeyboardDemo(gui::AppModel &model, QMainWindow &window) : KeyPresses(window), m_model(model) {}

    static bool hasKeys(const lessons::Verb &verb);
    bool begin(const lessons::Action &action) override;
    bool isBusy() const override { return !isEmpty(); }
    QString move() override { return makeNext(); }
    void stop() override { clear(); }
    gui::AppModel &model() const { return m_model; }

private:
    gui::AppModel &m_model;
};

} // namespace anchorscope::test
