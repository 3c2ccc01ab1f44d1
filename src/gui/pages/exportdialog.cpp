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
#include <QScreen>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace anchorscope::gui {

namespace {

constexpr auto widthKey = "export/width", heightKey = "export/height", textKey = "export/text", dpiKey = "export/dpi",
               backgroundKey = "export/ground", outlinesKey = "export/outlines";

/// Sizes of exported plots: the width of a column in most journals, and a slide of 16 : 9.
struct Preset
{
    const char *name;
    /// `width`, `height`: millimetres; `text`: small text in typographic points.
    double width, height, text;
};
constexpr Preset presets[] = {{QT_TRANSLATE_NOOP("ExportDialog", "One column (85 mm)"), 85, 85, 7},
                              {QT_TRANSLATE_NOOP("ExportDialog", "Two columns (178 mm)"), 178, 140, 7},
                              {QT_TRANSLATE_NOOP("ExportDialog", "Slide (16 : 9)"), 254, 143, 12}};
constexpr int slide = 2;
constexpr QSize previewSize(380, 300);

QString plotName(const QWidget *plot)
{
    return plot->accessibleName().isEmpty() ? plot->objectName() : plot->accessibleName();
}

QDoubleSpinBox *points(const QString &name, double value)
{
    auto *box = new QDoubleSpinBox;
    box->setRange(5, 40);
    box->setDecimals(1);
    box->setSuffix(QStringLiteral(" pt"));
    box->setValue(value);
    box->setAccessibleName(name);
    return box;
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

QLabel *aboutShapes()
{
    auto *about = new QLabel(
        ExportDialog::tr("SVG and PDF are vector files. Plots with more than %1 points embed these as an image of "
                         "300 dpi.")
            .arg(QLocale().toString(maxShapes)));
    about->setWordWrap(true);
    return about;
}

} // namespace

ExportDialog::ExportDialog(const QList<QWidget *> &plots, QWidget *first, QWidget *parent)
    : QDialog(parent), m_plots(plots), m_plot(new QComboBox), m_preset(new QComboBox), m_background(new QComboBox),
      m_dpi(new QSpinBox), m_parts(new QWidget), m_outlines(new QCheckBox(tr("Convert text to &outlines (SVG)"))),
      m_path(new QLineEdit), m_preview(new QLabel), m_problem(new QLabel), m_later(new QTimer(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel))
{
    setWindowTitle(tr("Export a plot"));
    const QSettings settings;
    m_width = millimetres(tr("Width in millimetres"), settings.value(widthKey, presets[1].width).toDouble());
    m_height = millimetres(tr("Height in millimetres"), settings.value(heightKey, presets[1].height).toDouble());
    m_text = points(tr("Size of small text in points"), settings.value(textKey, presets[1].text).toDouble());
    for (const Preset &preset : presets)
        m_preset->addItem(tr(preset.name));
    m_preset->addItem(tr("Own size"));
    m_preset->setAccessibleName(tr("Preset of the size"));
    for (const QWidget *plot : m_plots)
        m_plot->addItem(plotName(plot));
    m_plot->setCurrentIndex(std::max(0, static_cast<int>(m_plots.indexOf(first))));
    m_plot->setAccessibleName(tr("Plot"));
    m_background->addItems({tr("white"), tr("transparent"), tr("as on screen")});
    m_background->setCurrentIndex(settings.value(backgroundKey, 0).toInt());
    m_background->setAccessibleName(tr("Background"));
    m_dpi->setRange(36, 1200);
    m_dpi->setValue(settings.value(dpiKey, 300).toInt());
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setAccessibleName(tr("Resolution in dots per inch"));
    m_outlines->setChecked(settings.value(outlinesKey, true).toBool());
    m_dpi->setToolTip(tr("PNG files only"));
    m_outlines->setToolTip(tr("The file then needs no fonts, but its text can no longer be edited"));
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
    size->addWidget(new QLabel(tr("text")));
    size->addWidget(m_text);
    size->addStretch();
    auto *choose = new QPushButton(tr("&Browse…"));
    auto *file = new QHBoxLayout;
    file->addWidget(m_path, 1);
    file->addWidget(choose);
    // Makes a label whose Alt shortcut moves the focus to `buddy`, which must be one widget, not a row of several.
    const auto label = [](const QString &text, QWidget *buddy) {
        auto *made = new QLabel(text);
        made->setBuddy(buddy);
        return made;
    };
    auto *form = new QFormLayout;
    auto *halves = new QHBoxLayout(this);
    halves->addLayout(form, 1);
    halves->addWidget(m_preview, 0, Qt::AlignTop);
    form->addRow(tr("&Plot"), m_plot);
    m_parts->setLayout(new FlowLayout(4));
    form->addRow(m_parts);
    form->addRow(tr("Prese&t"), m_preset);
    form->addRow(label(tr("Si&ze"), m_width), size);
    form->addRow(tr("&Resolution"), m_dpi);
    form->addRow(QString(), aboutShapes());
    form->addRow(tr("Back&ground"), m_background);
    form->addRow(QString(), m_outlines);
    form->addRow(label(tr("&File"), m_path), file);
    form->addRow(m_problem);
    form->addRow(m_buttons);
    m_buttons->button(QDialogButtonBox::Save)->setIcon(icon("save"));
    m_buttons->button(QDialogButtonBox::Cancel)->setIcon(icon("cancel"));
    connect(choose, &QPushButton::clicked, this, &ExportDialog::browse);
    connectParts();
    connectPreview();
    offerParts();
}

void ExportDialog::connectParts()
{
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const auto update = [this] { m_buttons->button(QDialogButtonBox::Save)->setEnabled(!m_path->text().isEmpty()); };
    connect(m_path, &QLineEdit::textChanged, this, update);
    update();
    connect(m_plot, &QComboBox::currentIndexChanged, this, &ExportDialog::offerParts);
    connect(m_preset, &QComboBox::activated, this, &ExportDialog::usePreset);
}

void ExportDialog::connectPreview()
{
    m_preview->setFixedSize(previewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAccessibleName(tr("Preview"));
    m_preview->setObjectName("preview");
    m_later->setSingleShot(true);
    m_later->setInterval(std::chrono::milliseconds(150));
    connect(m_later, &QTimer::timeout, this, &ExportDialog::showPreview);
    for (QDoubleSpinBox *box : {m_width, m_height, m_text})
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
            m_preset->setCurrentIndex(static_cast<int>(std::size(presets)));
            m_later->start();
        });
    connect(m_background, &QComboBox::activated, m_later, qOverload<>(&QTimer::start));
    const auto *preset = std::ranges::find_if(presets, [this](const Preset &each) {
        return each.width == m_width->value() && each.height == m_height->value() && each.text == m_text->value();
    });
    m_preset->setCurrentIndex(static_cast<int>(preset - std::begin(presets)));
}

void ExportDialog::useSlide()
{
    usePreset(slide);
}

void ExportDialog::usePreset(int preset)
{
    if (preset >= static_cast<int>(std::size(presets)))
        return;
    m_width->setValue(presets[preset].width);
    m_height->setValue(presets[preset].height);
    m_text->setValue(presets[preset].text);
    m_preset->setCurrentIndex(preset);
}

ExportOptions ExportDialog::options() const
{
    ExportOptions options;
    options.millimetres = {m_width->value(), m_height->value()};
    options.dpi = m_dpi->value();
    options.outlines = m_outlines->isChecked();
    options.background = static_cast<ExportOptions::Background>(m_background->currentIndex());
    options.textPoints = m_text->value();
    return options;
}

void ExportDialog::showPreview()
{
    constexpr double inch = 25.4;
    auto *plot = dynamic_cast<ExportablePlot *>(m_plots[m_plot->currentIndex()]);
    const ExportOptions chosen = options();
    const double ratio = devicePixelRatioF();
    constexpr double coarsest = 96, finest = 200; // limits of the preview in dpi; below 96, charts are cropped
    const double dpi =
        inch * ratio *
        std::min(previewSize.width() / chosen.millimetres.width(), previewSize.height() / chosen.millimetres.height());
    QImage image = plotImage(*plot, chosen, std::clamp(dpi, coarsest, finest));
    image.setDevicePixelRatio(1);
    QPixmap shown =
        QPixmap::fromImage(image.scaled(previewSize * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    shown.setDevicePixelRatio(ratio);
    m_preview->setPixmap(shown);
}

void ExportDialog::offerParts()
{
    qDeleteAll(m_parts->findChildren<QCheckBox *>(QString(), Qt::FindDirectChildrenOnly));
    auto *plot = dynamic_cast<ExportablePlot *>(m_plots[m_plot->currentIndex()]);
    const std::vector<ExportablePlot::Part> parts = plot->parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto *box = new QCheckBox(parts[i].name, m_parts);
        box->setChecked(parts[i].shown);
        connect(box, &QCheckBox::toggled, this, [this, plot, i](bool shown) {
            plot->showPart(i, shown);
            m_later->start();
        });
        m_parts->layout()->addWidget(box);
    }
    m_parts->setVisible(!parts.empty());
    m_later->start();
    // Qt opens dialogs in at most two thirds of the screen, in which a second row of check boxes would have no room.
    const int width = std::min(sizeHint().width(), screen()->availableSize().width());
    resize(width, std::max(sizeHint().height(), layout()->totalHeightForWidth(width)));
}

void ExportDialog::browse()
{
    if (const QString path = askWhereToWritePlot(this, m_plot->currentText()); !path.isEmpty()) {
        m_agreed = path; // accept() does not ask again whether to overwrite this file
        m_path->setText(path);
    }
}

void ExportDialog::accept()
{
    if (m_path->text() != m_agreed && !confirmOverwrite(this, m_path->text()))
        return;
    const Status written = exportPlot(*m_plots[m_plot->currentIndex()], m_path->text(), options());
    if (!written) {
        m_problem->setText(shownText(QString::fromStdString(written.error().message)));
        m_problem->setStyleSheet("color:" + errorColour().name());
        m_problem->show();
        return;
    }
    QSettings settings;
    settings.setValue(widthKey, m_width->value());
    settings.setValue(heightKey, m_height->value());
    settings.setValue(textKey, m_text->value());
    settings.setValue(dpiKey, m_dpi->value());
    settings.setValue(backgroundKey, m_background->currentIndex());
    settings.setValue(outlinesKey, m_outlines->isChecked());
    Q_EMIT this->written(m_path->text());
    QDialog::accept();
}

} // namespace anchorscope::gui
