// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/scorebars.h"

#include "gui/playground/playcontroller.h"
#include "gui/style/theme.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace anchorscope::gui {

namespace {

struct Scores
{
    Q_DECLARE_TR_FUNCTIONS(ScoreBars)
};

QString percent(const std::optional<double> &share, int decimals = 0)
{
    return share ? QLocale().toString(100 * *share, 'f', decimals) + Scores::tr("%") : Scores::tr("–");
}

} // namespace

/// Bar that shows a share between 0 and 1. Unlike QProgressBar, it does not paint immediately when the share is set,
/// because other receivers of the same signal may not have been notified yet.
class ShareBar : public QWidget
{
public:
    ShareBar() { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }
    void setShare(double share)
    {
        m_share = std::clamp(share, 0.0, 1.0);
        update();
    }
    QSize sizeHint() const override { return {8 * fontMetrics().height(), fontMetrics().height()}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), plotBackground());
        painter.fillRect(QRectF(0, 0, m_share * width(), height()), accent());
        painter.setPen(borderColour());
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    double m_share = 0;
};

ScoreBars::ScoreBars() : m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setColumnStretch(1, 1);
}

void ScoreBars::setRows(const std::vector<ScoreRow> &rows)
{
    for (std::size_t i = m_bars.size(); i < rows.size(); ++i) {
        m_bars.push_back({new QLabel, new ShareBar, new QLabel});
        m_bars[i].value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        int column = 0;
        for (QWidget *part : {static_cast<QWidget *>(m_bars[i].name), static_cast<QWidget *>(m_bars[i].bar),
                              static_cast<QWidget *>(m_bars[i].value)})
            m_grid->addWidget(part, static_cast<int>(i), column++);
    }
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const auto &[name, bar, value] = m_bars[i];
        const bool isShown = i < rows.size();
        for (QWidget *part : {static_cast<QWidget *>(name), static_cast<QWidget *>(bar), static_cast<QWidget *>(value)})
            part->setVisible(isShown);
        if (!isShown)
            continue;
        name->setText(rows[i].name);
        value->setText(rows[i].value);
        value->setMinimumWidth(value->fontMetrics().horizontalAdvance(Scores::tr("1,000.0%")));
        value->setAccessibleName(Scores::tr("%1, as a number").arg(rows[i].name));
        bar->setShare(rows[i].share.value_or(0));
        bar->setAccessibleName(rows[i].name);
        name->setToolTip(rows[i].about);
        bar->setToolTip(rows[i].about);
    }
}

std::vector<ScoreRow> playgroundRows(const Workspace &workspace, const PlaygroundScores &scores)
{
    const std::optional<double> found = scores.search ? std::optional(scores.search->pAt1) : std::nullopt;
    const bool sameDimensions = !workspace.hasData() || workspace.originalData()->pair.x->dimension() ==
                                                            workspace.originalData()->pair.y->dimension();
    const QString absolute =
        sameDimensions || !scores.classesRelative ? percent(scores.classesAbsolute) : Scores::tr("cannot be compared");
    return {{Scores::tr("Accuracy, absolute"), absolute, scores.classesAbsolute,
             Scores::tr("Classifier trained on the vectors of X, tested on those of Y")},
            {Scores::tr("Accuracy, relative"), percent(scores.classesRelative), scores.classesRelative,
             Scores::tr("The same, with the similarities to the anchors instead of the vectors")},
            {Scores::tr("Bars moved"), percent(scores.relativeChange, 1), scores.relativeChange,
             Scores::tr("How far the relative vectors of Y moved since Y was read")},
            {Scores::tr("P@1"), percent(found), found,
             Scores::tr("Share of the items of X whose nearest item in Y is their partner")}};
}

QString transformCaption(const Workspace &workspace)
{
    const Transform &transform = workspace.setup().transform;
    QStringList parts;
    for (const TransformField &field : transformFields()) {
        const double value = transform.*(field.value);
        if (value == field.neutral || field.value == &Transform::seed)
            continue;
        const QString number = QLocale().toString(value, 'g', 3), unit = QString::fromUtf8(field.unit);
        const QString amount = unit == "×" ? unit + ' ' + number : unit == "°" ? number + unit : number + ' ' + unit;
        parts << QString::fromUtf8(field.label) + (field.isSwitch ? QString() : ' ' + amount.trimmed());
    }
    return parts.join(" · ");
}

} // namespace anchorscope::gui
