// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/windowsetup.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTest>

namespace anchorscope::test {

/// Waits for a question of the window and clicks its button with this text; the question must close.
inline void answer(const QWidget &window, const QString &button)
{
    const auto question = [&] { return window.findChild<QMessageBox *>(); };
    QTRY_VERIFY_WITH_TIMEOUT(question(), patience);
    for (QAbstractButton *each : question()->buttons()) {
        if (each->text().remove('&').contains(button)) {
            each->click();
            QTRY_VERIFY(!question());
            return;
        }
    }
    QFAIL(qPrintable("there is no button " + button));
}

} // namespace anchorscope::test
