// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/appwindow.h"
#include "support/spaces.h"
#include "support/windowsetup.h"

#include <QObject>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace anchorscope::test {

/// Base of tests of the whole window: a file of 400 items in two spaces that agree in part, and a window with empty
/// settings.
class WindowTest : public QObject
{
protected:
    void prepare(const QString &name)
    {
        setUpWindows(name);
        m_path = m_folder.filePath("pair.h5");
        QVERIFY(io::saveDataset(m_path.toStdString(), twoSpaces(400, 4, 0.6)).ok());
    }
    void showWindow()
    {
        QSettings().clear();
        m_window = std::make_unique<AppWindow>();
        m_window->resize(1700, 1050);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void open(const QString &path)
    {
        m_window->model.session.open({path});
        QTRY_VERIFY_WITH_TIMEOUT(workspace().prepared() && m_window->model.runner.jobs().isEmpty(), patience);
    }
    /// Draws forty anchors with fifteen seeds.
    void setSeeds()
    {
        workspace().change("Seeds", [](gui::Setup &setup) {
            setup.seeds = truePairs(15);
            setup.anchorCount = 40;
        });
    }
    void waitForJobs() { QTRY_VERIFY_WITH_TIMEOUT(m_window->model.runner.jobs().isEmpty(), patience); }
    gui::Workspace &workspace() { return m_window->model.workspace; }

    QTemporaryDir m_folder;
    QString m_path; ///< path of the file
    std::unique_ptr<AppWindow> m_window;
};

} // namespace anchorscope::test
