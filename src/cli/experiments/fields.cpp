// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/fields.h"

#include <QByteArray>

#include <limits>

namespace anchorscope::cli {

namespace {

/// Rows of unequal length are cut to the first one's or filled with zeros.
template <class Matrix> void getMatrix(const QJsonValue &json, Matrix &values)
{
    const QJsonArray rows = json.toArray();
    const qsizetype columns = rows.isEmpty() ? 0 : rows.first().toArray().size();
    values.setZero(rows.size(), columns);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const QJsonArray row = rows[i].toArray();
        for (qsizetype j = 0; j < std::min(columns, row.size()); ++j) {
            if constexpr (std::is_same_v<typename Matrix::Scalar, double>)
                values(i, j) = row[j].toDouble(std::numeric_limits<double>::quiet_NaN());
            else
                values(i, j) = row[j].toInt();
        }
    }
}

} // namespace

QJsonValue Fields::put(double value)
{
    return number(value);
}

QJsonValue Fields::put(const std::string &value)
{
    return QString::fromStdString(value);
}

QJsonValue Fields::put(Side side)
{
    return sideId(side);
}

QJsonValue Fields::put(const std::vector<std::uint8_t> &bytes)
{
    const auto *data = reinterpret_cast<const char *>(bytes.data());
    return QString::fromLatin1(QByteArray::fromRawData(data, static_cast<qsizetype>(bytes.size())).toBase64());
}

QJsonValue Fields::put(const Eigen::MatrixXd &values)
{
    return matrixJson(values);
}

QJsonValue Fields::put(const Eigen::MatrixXi &values)
{
    return matrixJson(values);
}

void Fields::get(const QJsonValue &json, double &value)
{
    value = json.toDouble(std::numeric_limits<double>::quiet_NaN());
}

void Fields::get(const QJsonValue &json, std::string &value)
{
    value = json.toString().toStdString();
}

void Fields::get(const QJsonValue &json, Side &side)
{
    // Checkpoints of version 0.1 hold the code of the letter.
    side = json.toString() == sideId(Side::x) || json.toInt() == 'x' ? Side::x : Side::y;
}

void Fields::get(const QJsonValue &json, std::vector<std::uint8_t> &bytes)
{
    const QByteArray decoded = QByteArray::fromBase64(json.toString().toLatin1());
    bytes.assign(decoded.begin(), decoded.end());
}

void Fields::get(const QJsonValue &json, Eigen::MatrixXd &values)
{
    getMatrix(json, values);
}

void Fields::get(const QJsonValue &json, Eigen::MatrixXi &values)
{
    getMatrix(json, values);
}

} // namespace anchorscope::cli
