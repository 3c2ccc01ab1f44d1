// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/colourbar.h"

#include "core/data/dates.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPushButton>

#include <cmath>

namespace anchorscope::gui {

QString scaleText(double value, bool dates)
{
    if (dates)
        return QString::fromStdString(dayText(value));
    const bool whole = value == std::round(value) && std::abs(value) < 1e7;
    return whole ? QLocale().toString(static_cast<qlonglong>(value)) : QLocale().toString(value, 'g', 4);
}

std::optional<double> scaleValue(const QString &text, bool dates)
{
    if (dates) {
        const auto span = dateSpan(text.toStdString());
        return span ? std::optional(span->first) : std::nullopt;
    }
    bool good = false;
    double value = QLocale().toDouble(text.trimmed(), &good);
    if (!good)
        value = QLocale::c().toDouble(text.trimmed(), &good);
    return good && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

class ColourBar::Strip : public QWidget
{
public:
    explicit Strip(QWidget *parent) : QWidget(parent) { setAccessibleName(ColourBar::tr("Colours from low to high")); }
    void setColours(std::vector<QColor> colours)
    {
        m_colours = std::move(colours);
        update();
    }
    QSize sizeHint() const override { return {qRound(120 * sizeFactor()), qRound(12 * sizeFactor())}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const double wide =
            static_cast<double>(width()) / static_cast<double>(std::max<std::size_t>(1, m_colours.size()));
        for (std::size_t i = 0; i < m_colours.size(); ++i)
            painter.fillRect(QRectF(static_cast<double>(i) * wide, 0, wide + 1, height()), m_colours[i]);
        painter.setPen(borderColour());
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    std::vector<QColor> m_colours;
};

ColourBar::ColourBar(QWidget *parent)
    : QWidget(parent), m_low(new QLineEdit(this)), m_high(new QLineEdit(this)), m_strip(new Strip(this)),
      m_usual(new QPushButton(tr("Usual range"), this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(4);
    for (QWidget *part : std::initializer_list<QWidget *>{m_low, m_strip, m_high, m_usual})
        layout->addWidget(part, 0, Qt::AlignVCenter);
    m_strip->setFixedSize(m_strip->sizeHint());
    m_low->setObjectName("colourLow");
    m_low->setAccessibleName(tr("Low end of the colours"));
    m_high->setObjectName("colourHigh");
    m_high->setAccessibleName(tr("High end of the colours"));
    m_high->setAlignment(Qt::AlignLeft);
    m_low->setAlignment(Qt::AlignRight);
    m_usual->setObjectName("colourUsual");
    m_usual->setFlat(true);
    m_usual->setToolTip(tr("From the smallest to the largest value; from percentile 2 to 98 if there are outliers"));
    for (QLineEdit *edit : {m_low, m_high})
        connect(edit, &QLineEdit::editingFinished, this, &ColourBar::take);
    connect(m_usual, &QPushButton::clicked, this, [this] { Q_EMIT rangeChosen(std::nullopt); });
}

void ColourBar::setScale(const ColourScale &scale)
{
    m_scale = scale;
    m_strip->setColours(scale.colours);
    for (const auto &[edit, value] : {std::pair(m_low, scale.low), std::pair(m_high, scale.high)}) {
        edit->setText(scaleText(value, scale.dates));
        edit->setToolTip(scale.dates ? tr("A date such as 2024-05-17; earlier and later ones get the end colours")
                                     : tr("A number; values beyond it get the end colours"));
    }
    m_usual->setVisible(scale.chosen);
    setWidths();
}

void ColourBar::setWidths()
{
    constexpr int characters = 10;
    for (QLineEdit *edit : {m_low, m_high})
        edit->setFixedWidth(edit->fontMetrics().averageCharWidth() * characters + 12);
}

/// Applies the values that the user typed. If one is not a number, the previous texts are restored.
void ColourBar::take()
{
    const auto end = [this](const QLineEdit *edit, double now) {
        const bool same =
            // If the user has not edited the text, returns the exact value, of which the text shows a rounded form.
            edit->text() == scaleText(now, m_scale.dates);
        return same ? std::optional(now) : scaleValue(edit->text(), m_scale.dates);
    };
    const auto low = end(m_low, m_scale.low), high = end(m_high, m_scale.high);
    if (!low || !high)
        setScale(m_scale);
    else if (*low >= *high)
        return; // no error: the user probably changes the other end next, which makes the range valid
    else if (*low != m_scale.low || *high != m_scale.high)
        Q_EMIT rangeChosen(ValueRange{*low, *high});
}

void ColourBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        setWidths();
}

} // namespace anchorscope::gui
