// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotexport.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTimer;

namespace anchorscope::gui {

/// Dialog for exporting a plot: size, resolution, background and file. Stores the size for the next export.
class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    /// `plots`: at least one view; all implement ExportablePlot. `first`: view that is chosen initially.
    ExportDialog(const QList<QWidget *> &plots, QWidget *first, QWidget *parent = nullptr);

    void accept() override;
    void useSlide();

Q_SIGNALS:
    void written(const QString &path);

private:
    void build();
    void connectParts();
    void connectPreview();
    void browse();
    void offerParts();
    void usePreset(int preset);
    void showPreview();
    ExportOptions options() const;

    QList<QWidget *> m_plots;
    QComboBox *m_plot, *m_preset, *m_background;
    QDoubleSpinBox *m_width, *m_height, *m_text;
    QSpinBox *m_dpi;
    QWidget *m_parts;
    QCheckBox *m_outlines;
    QLineEdit *m_path;
    QString m_agreed; ///< path of a file that the user agreed to overwrite
    QLabel *m_preview, *m_problem;
    QTimer *m_later; ///< delays the preview until the user pauses
    QDialogButtonBox *m_buttons;
};

} // namespace anchorscope::gui
