// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"

#include <QCommandLineParser>
#include <QHash>
#include <QJsonObject>

namespace anchorscope::cli {

Error wrongUsage(const QString &message);

/// Options of one command: those that it has, those that the user gave, and the values that were read. Each value that
/// is read is recorded, given or not: JSON repeats it in "settings", and a given option that was not read causes a
/// warning. Therefore an option is read only where it is used. The first wrong value becomes the reader's error
/// ("wrong-usage"), and the default is used instead.
class OptionReader : public QCommandLineParser
{
public:
    /// Starts a group: options added afterwards are listed under this heading of the help; those for tuning only in the
    /// long help.
    void group(const QString &title, bool tuning = false);
    bool addOption(const QCommandLineOption &option);
    bool addOptions(const QList<QCommandLineOption> &options);
    void addPositionalArgument(const QString &name, const QString &about);
    /// Text of --help, or with `tuning` of --help-advanced. `command` is the name of the command.
    QString helpFor(const QString &command, bool tuning) const;
    /// Describes all options as JSON, for programs that offer them themselves (src/python).
    QJsonObject helpJson(const QString &command) const;

    /// Adds an option. Its help contains its current value as the default, if that is valid; `about` replaces its
    /// description.
    void add(const Option &option, QString about = {});
    template <class S> void add(const Field<S> &field, S usual = {}, const QString &about = {})
    {
        add(optionOf(field, usual), about);
    }
    template <class S> void add(const char *id, const S &usual = {}) { add(fieldOf<S>(id), usual); }
    /// Adds all options of a struct that the command line offers.
    template <class S> void addAll()
    {
        for (const Field<S> &field : fields<S>()) {
            if (*field.id != 0)
                add(field);
        }
    }
    /// Adds an option that has no Field: the name of a file, several values, or another value.
    void addLine(const QString &name, const QString &about, const QString &usual, const QString &unit);

    /// True if the user gave the option; false for one that the command does not have.
    bool has(const QString &name) const { return optionNames().contains(name); }

    /// Reads an option; if it was not given, the value does not change.
    void read(const Option &option);
    /// Records the value of an option that was determined after reading.
    void note(const Option &option);
    template <class S> void read(const Field<S> &field, S &options) { read(optionOf(field, options)); }
    template <class S> void read(const char *id, S &options) { read(fieldOf<S>(id), options); }
    template <class S> void readAll(S &options)
    {
        for (const Field<S> &field : fields<S>()) {
            if (*field.id != 0)
                read(field, options);
        }
    }

    // Reads options without a field. `usual` is the default; limits are included.
    Index integer(const QString &name, Index usual, double min, double max = anyCount);
    double number(const QString &name, double usual, double min, double max);
    std::vector<double> numbers(const QString &name, const std::vector<double> &usual, double min, double max);
    std::vector<Index> integers(const QString &name, const std::vector<Index> &usual, double min,
                                double max = anyCount);
    std::vector<std::string> words(const QString &name, const std::vector<std::string> &usual);
    /// Reads a file of names and numbers; none if the option was not given.
    NamedNumbers namedNumbers(const QString &name);
    QString text(const QString &name); ///< text of the option; empty if it was not given
    bool flag(const QString &name);
    QString choice(const QString &name, const QStringList &choices, const QString &usual);
    /// Reads a choice; if the option was not given, the first one.
    QString choice(const QString &name, const QStringList &choices) { return choice(name, choices, choices.front()); }

    /// Records the value of an option that differs from the value read: chosen by the program, or taken from a session.
    void note(const QString &option, const QJsonValue &value);
    /// Prints a sentence during a run, each one only once, and adds it to the warnings in JSON.
    void announceOnce(const std::string &sentence);
    const std::vector<std::string> &announced() const { return m_announced; }
    /// Values of all options read so far, by name (with “_” for “-”).
    QJsonObject used() const;
    /// Options given but not read, except those about the output.
    QStringList unused() const;

    /// Error if an option is given twice.
    Status check() const;
    /// Error if one of the options is given, since it would not be used; the reason ends the sentence.
    Status refuse(const QStringList &options, const QString &why) const;
    /// True if `used`; otherwise the option has no effect, and giving it becomes an error.
    bool uses(const QString &option, bool used, const QString &why);
    /// Stores an error, unless there is one already.
    void keep(const Status &status);
    Status status() const { return m_error ? Status(*m_error) : Done{}; }

private:
    template <class Value> void readValue(const Option &option, Value &value);
    /// Reads one of the choices, or any text without choices.
    QString textOf(const QString &name, const QStringList &choices, const QString &usual);

    struct Group
    {
        QString title;
        bool tuning = false;
        QList<QCommandLineOption> options = {};
    };
    std::vector<Group> m_groups{{"Options"}};
    std::size_t m_group = 0;                              ///< index of the group to which options are added
    std::vector<std::pair<QString, QString>> m_arguments; ///< names and descriptions of arguments
    QHash<QString, QString> m_usual;                      ///< defaults by name, if the help contains them

    QJsonObject m_used;
    std::optional<Error> m_error;
    std::vector<std::string> m_announced;
};

// Options that several commands share.
void addOutputOptions(OptionReader &reader);  ///< adds --json, --progress, --threads
void addReadingOptions(OptionReader &reader); ///< adds --max-items, --sample, --sample-seed
void addColumnOptions(OptionReader &reader);  ///< adds --columns, --columns-y, --ids, --ids-y
/// Adds --x, --y, --pair, --transform and the options of addReadingOptions() and addColumnOptions().
void addPairOptions(OptionReader &reader);
void addSpacesOptions(OptionReader &reader);              ///< adds --spaces and --max-items for many spaces of one file
void addSessionOption(OptionReader &reader);              ///< adds --session
void addForceOption(OptionReader &reader);                ///< adds --force, for commands that write files
void addRepeatOptions(OptionReader &reader, int repeats); ///< adds --repeats (default `repeats`) and --checkpoint

} // namespace anchorscope::cli
