// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/stepstrip.h"

#include "gui/style/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace anchorscope::gui {

namespace {

struct StepText
{
    QString name, hint, tip;
};

StepText textOf(StepStrip::Step step)
{
    switch (step) {
    case StepStrip::Step::Look:
        return {StepStrip::tr("Look"), StepStrip::tr("Point at an item to see its partner."),
                StepStrip::tr("Look at both spaces: an item under the pointer lights up in all panels")};
    case StepStrip::Step::Tie:
        return {StepStrip::tr("Tie"), StepStrip::tr("Add a few pairs that you know."),
                StepStrip::tr("Tie the spaces by a few known pairs, the seeds, in the Anchors dock")};
    case StepStrip::Step::Find:
        return {StepStrip::tr("Find"), StepStrip::tr("Press Start to find the other anchors."),
                StepStrip::tr("Find the other anchors, in the Optimize dock")};
    case StepStrip::Step::Measure:
        break;
    }
    return {StepStrip::tr("Measure"), StepStrip::tr("See how many items find their partner."),
            StepStrip::tr("Measure how many items find their partner, in the Retrieval dock")};
}

} // namespace

StepStrip::StepStrip(Workspace &workspace, Selection &selection, QWidget *parent)
    : QFrame(parent), m_workspace(workspace), m_selection(selection), m_hint(new QLabel), m_close(new QToolButton)
{
    setObjectName("stepStrip");
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 4, 3);
    layout->setSpacing(4);
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        m_steps[i] = new QToolButton;
        m_steps[i]->setAutoRaise(true);
        m_steps[i]->setObjectName(QString("step%1").arg(i + 1));
        m_steps[i]->setToolTip(textOf(static_cast<Step>(i)).tip);
        connect(m_steps[i], &QToolButton::clicked, this, [this, i] { Q_EMIT wanted(static_cast<Step>(i)); });
        layout->addWidget(m_steps[i]);
    }
    m_hint->setObjectName("stepHint");
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // elided where there is no room
    m_hint->setIndent(8);
    m_close->setIcon(icon("cancel"));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Hide the steps; View, Steps brings them back"));
    m_close->setAccessibleName(tr("Hide the steps"));
    connect(m_close, &QToolButton::clicked, this, &StepStrip::closed);
    layout->addWidget(m_hint, 1);
    layout->addWidget(m_close);
    setAccessibleName(tr("Steps from data to a score"));
    for (const auto signal : {&Selection::hoverChanged, &Selection::selectionChanged, &Selection::focusChanged})
        connect(&selection, signal, this, &StepStrip::look);
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_looked = false;
        showSteps();
    });
    connect(&workspace, &Workspace::setupChanged, this, &StepStrip::showSteps);
    connect(&workspace, &Workspace::runsChanged, this, &StepStrip::showSteps);
    connect(&workspace, &Workspace::retrievalChanged, this, &StepStrip::showSteps);
    connect(&workspace, &Workspace::stitchingChanged, this, &StepStrip::showSteps);
    showSteps();
}

bool StepStrip::isDone(Step step) const
{
    if (!m_workspace.hasData())
        return false;
    const bool found = m_workspace.chosenRun() != nullptr;
    const bool tied = !m_workspace.setup().seeds.empty() || found; // a run may have needed no seeds
    switch (step) {
    case Step::Look:
        return m_looked || tied;
    case Step::Tie:
        return tied;
    case Step::Find:
        return found;
    case Step::Measure:
        break;
    }
    return found && (m_workspace.isRetrievalCurrent() || m_workspace.isStitchingCurrent());
}

void StepStrip::look()
{
    if (m_looked || (m_selection.hover().item == noItem && m_selection.isEmpty() && m_selection.focus().item == noItem))
        return;
    m_looked = true;
    showSteps();
}

/// What is done, and what comes next.
void StepStrip::showSteps()
{
    std::size_t next = m_steps.size();
    for (std::size_t i = m_steps.size(); i-- > 0;) {
        if (!isDone(static_cast<Step>(i)))
            next = i;
    }
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const bool done = isDone(static_cast<Step>(i));
        const QString name = textOf(static_cast<Step>(i)).name;
        m_steps[i]->setText(done ? name : QString("%1  %2").arg(i + 1).arg(name));
        m_steps[i]->setIcon(done ? icon("ok") : QIcon());
        m_steps[i]->setToolButtonStyle(done ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonTextOnly);
        m_steps[i]->setAccessibleName(done ? tr("%1: done").arg(name) : name);
        QFont face = font();
        face.setBold(i == next);
        m_steps[i]->setFont(face);
    }
    m_hintText = next < m_steps.size() ? textOf(static_cast<Step>(next)).hint : QString();
    showHint();
}

void StepStrip::showHint()
{
    m_hint->setText(fontMetrics().elidedText(m_hintText, Qt::ElideRight, m_hint->width() - 2 * m_hint->indent()));
    m_hint->setToolTip(m_hintText);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, mutedText());
    m_hint->setPalette(quiet);
}

void StepStrip::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        showSteps();
}

void StepStrip::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    layout()->activate();
    showHint();
}

} // namespace anchorscope::gui
