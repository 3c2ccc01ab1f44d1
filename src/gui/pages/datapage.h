// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/sessioncontroller.h"

#include <QWidget>

#include <memory>

namespace Ui {
class DataPage;
}

namespace anchorscope::gui {

class SpaceModel;

/// Page for choosing the spaces to compare, the pairing, and the pre-processing.
class DataPage : public QWidget
{
    Q_OBJECT

public:
    DataPage(Workspace &workspace, SessionController &session, QWidget *parent = nullptr);
    ~DataPage() override;

Q_SIGNALS:
    void choiceRequested(const anchorscope::gui::DataChoice &choice);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void listSpaces();
    void showSpaces();
    void fillChoices();
    void showData();
    void showSetup();
    void showNumber(const Similarity &similarity, const SimilarityOptions &numbers);
    void chooseNumber(double value);
    void openSide(Side side);
    void chooseRule();
    DataChoice choice() const;
    void updateApply();
    void describeChosen();

    std::unique_ptr<Ui::DataPage> m_ui;
    Workspace &m_workspace;
    SessionController &m_session;
    SpaceModel *m_spaces;
    std::string m_pairingFile;
};

} // namespace anchorscope::gui
