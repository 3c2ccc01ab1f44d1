// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/desktop/preferences.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace anchorscope::gui {

/// Dialog for the preferences; each change is stored and takes effect immediately.
class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    explicit PreferencesDialog(QWidget *parent = nullptr);

Q_SIGNALS:
    void changed(const anchorscope::gui::Preferences &now);

private:
    void buildLooks(QFormLayout &form);
    void buildWork(QFormLayout &form);
    void buildLessons(QFormLayout &form);
    void checkLessons();
    void show(const Preferences &preferences);
    void keep();
    void restoreDefaults();

    QComboBox *m_theme, *m_start;
    QSpinBox *m_textSize, *m_threads, *m_autosave, *m_neighbours;
    QCheckBox *m_notify;
    QLineEdit *m_lessons;
    /// Label that explains why the chosen folder of lessons cannot be used.
    QLabel *m_noLessons;
};

} // namespace anchorscope::gui
