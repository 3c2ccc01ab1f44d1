// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/exportdialog.h"

#include "gui/style/flowlayout.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/filedialogs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSettings>

namespace anchorscope::gui {

namespace {

constexpr auto widthKey = "export/width", heightKey = "export/height", dpiKey = "export/dpi",
               groundKey = "export/ground", outlinesKey = "export/outlines";

/// What a plot is called in lists: its accessible name, or its title.
QString plotName(const QWidget *plot)
{
    return plot->accessibleName().isEmpty() ? plot->objectName() : plot->accessibleName();
}

QDoubleSpinBox *millimetres(const QString &name, double value)
{
    auto *box = new QDoubleSpinBox;
    box->setRange(20, 1000);
    box->setDecimals(0);
    box->setSuffix(QStringLiteral(" mm"));
    box->setValue(value);
    box->setAccessibleName(name);
    return box;
}

/// What of a drawing is no shape.
QLabel *aboutShapes()
{
    auto *about = new QLabel(
        ExportDialog::tr("SVG and PDF hold shapes and need no resolution. Panels of more than %1 points have these "
                         "as one picture of 300 dots per inch; axes, names and legend stay shapes.")
            .arg(QLocale().toString(mostShapes)));
    about->setWordWrap(true);
    return about;
}

} // namespace

ExportDialog::ExportDialog(const QList<QWidget *> &plots, QWidget *first, QWidget *parent)
    : QDialog(parent), m_plots(plots), m_plot(new QComboBox), m_ground(new QComboBox), m_dpi(new QSpinBox),
      m_parts(new QWidget), m_outlines(new QCheckBox(tr("Letters of SVG files as &outlines"))), m_path(new QLineEdit),
      m_problem(new QLabel), m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel))
{
    setWindowTitle(tr("Export a plot"));
    const QSettings settings;
    m_width = millimetres(tr("Width in millimetres"), settings.value(widthKey, 160).toDouble());
    m_height = millimetres(tr("Height in millimetres"), settings.value(heightKey, 120).toDouble());
    for (const QWidget *plot : m_plots)
        m_plot->addItem(plotName(plot));
    m_plot->setCurrentIndex(std::max(0, static_cast<int>(m_plots.indexOf(first))));
    m_plot->setAccessibleName(tr("Plot"));
    m_ground->addItems({tr("white"), tr("transparent"), tr("as on screen")});
    m_ground->setCurrentIndex(settings.value(groundKey, 0).toInt());
    m_ground->setAccessibleName(tr("Background"));
    m_dpi->setRange(36, 1200);
    m_dpi->setValue(settings.value(dpiKey, 300).toInt());
    m_dpi->setSuffix(tr(" dots per inch"));
    m_dpi->setAccessibleName(tr("Resolution in dots per inch"));
    m_outlines->setChecked(settings.value(outlinesKey, true).toBool());
    m_dpi->setToolTip(tr("Of PNG files"));
    m_outlines->setToolTip(tr("The file then needs no font; without it, the text can be edited"));
    m_path->setPlaceholderText(tr("….png, ….svg or ….pdf"));
    m_path->setAccessibleName(tr("File to write"));
    m_path->setMinimumWidth(280);
    m_problem->setWordWrap(true);
    m_problem->hide();
    build();
}

void ExportDialog::build()
{
    auto *size = new QHBoxLayout;
    size->addWidget(m_width);
    size->addWidget(new QLabel(QStringLiteral("×")));
    size->addWidget(m_height);
    size->addStretch();
    auto *choose = new QPushButton(tr("&Browse…"));
    auto *file = new QHBoxLayout;
    file->addWidget(m_path, 1);
    file->addWidget(choose);
    // A label takes its Alt key from the widget beside it, and a row of several has none.
    const auto label = [](const QString &text, QWidget *buddy) {
        auto *made = new QLabel(text);
        made->setBuddy(buddy);
        return made;
    };
    auto *form = new QFormLayout(this);
    form->addRow(tr("&Plot"), m_plot);
    m_parts->setLayout(new FlowLayout(4));
    form->addRow(m_parts);
    form->addRow(label(tr("Si&ze"), m_width), size);
    form->addRow(tr("&Resolution"), m_dpi);
    form->addRow(QString(), aboutShapes());
    form->addRow(tr("Back&ground"), m_ground);
    form->addRow(QString(), m_outlines);
    form->addRow(label(tr("&File"), m_path), file);
    form->addRow(m_problem);
    form->addRow(m_buttons);
    m_buttons->button(QDialogButtonBox::Save)->setIcon(icon("save"));
    m_buttons->button(QDialogButtonBox::Cancel)->setIcon(icon("cancel"));
    connect(choose, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const auto update = [this] { m_buttons->button(QDialogButtonBox::Save)->setEnabled(!m_path->text().isEmpty()); };
    connect(m_path, &QLineEdit::textChanged, this, update);
    update();
    connect(m_plot, &QComboBox::currentIndexChanged, this, &ExportDialog::offerParts);
    offerParts();
}

void ExportDialog::offerParts()
{
    qDeleteAll(m_parts->findChildren<QCheckBox *>(QString(), Qt::FindDirectChildrenOnly));
    auto *plot = dynamic_cast<ExportablePlot *>(m_plots[m_plot->currentIndex()]);
    const std::vector<ExportablePlot::Part> parts = plot->parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto *box = new QCheckBox(parts[i].name, m_parts);
        box->setChecked(parts[i].shown);
        connect(box, &QCheckBox::toggled, this, [plot, i](bool shown) { plot->showPart(i, shown); });
        m_parts->layout()->addWidget(box);
    }
    m_parts->setVisible(!parts.empty());
}

void ExportDialog::browse()
{
    if (const QString path = askWhereToWritePlot(this, m_plot->currentText()); !path.isEmpty())
        m_path->setText(path);
}

void ExportDialog::accept()
{
    ExportOptions options;
    options.millimetres = {m_width->value(), m_height->value()};
    options.dpi = m_dpi->value();
    options.outlines = m_outlines->isChecked();
    options.background = static_cast<ExportOptions::Background>(m_ground->currentIndex());
    const Status written = exportPlot(*m_plots[m_plot->currentIndex()], m_path->text(), options);
    if (!written) {
        m_problem->setText(shownText(QString::fromStdString(written.error().message)));
        m_problem->setStyleSheet("color:" + errorColour().name());
        m_problem->show();
        return;
    }
    QSettings settings;
    settings.setValue(widthKey, m_width->value());
    settings.setValue(heightKey, m_height->value());
    settings.setValue(dpiKey, m_dpi->value());
    settings.setValue(groundKey, m_ground->currentIndex());
    settings.setValue(outlinesKey, m_outlines->isChecked());
    Q_EMIT this->written(m_path->text());
    QDialog::accept();
}

} // namespace anchorscope::gui
