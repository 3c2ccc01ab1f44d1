// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace anchorscope::test {

/// Reference results in float64 (tests/data/golden.h5, written by make_golden.py, or reference.h5, by
/// make_reference.py). The files are our own, so they are opened in the test's process.
class Golden
{
public:
    explicit Golden(const std::string &name = "golden.h5")
        : m_file(H5Fopen(("tests/data/" + name).c_str(), H5F_ACC_RDONLY, H5P_DEFAULT))
    {
        if (m_file < 0)
            throw std::runtime_error("tests/data/" + name + " cannot be opened");
    }
    ~Golden() { H5Fclose(m_file); }
    Golden(const Golden &) = delete;
    Golden &operator=(const Golden &) = delete;

    MatrixD matrix(const std::string &path) const
    {
        const hid_t set = open(path);
        hsize_t dims[2] = {1, 1};
        const hid_t space = H5Dget_space(set);
        const int rank = H5Sget_simple_extent_dims(space, dims, nullptr);
        MatrixD values(static_cast<Index>(dims[0]), rank > 1 ? static_cast<Index>(dims[1]) : 1);
        const herr_t status = H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
        H5Sclose(space);
        H5Dclose(set);
        if (status < 0)
            throw std::runtime_error("reference values: cannot read " + path);
        return values;
    }
    Matrix floats(const std::string &path) const { return matrix(path).cast<float>(); }
    double number(const std::string &path) const { return matrix(path)(0, 0); }
    std::vector<ItemIndex> indices(const std::string &path) const
    {
        const MatrixD values = matrix(path);
        std::vector<ItemIndex> result;
        for (Index i = 0; i < values.size(); ++i)
            result.push_back(static_cast<ItemIndex>(values.data()[i]));
        return result;
    }

private:
    hid_t open(const std::string &path) const
    {
        const hid_t set = H5Dopen2(m_file, path.c_str(), H5P_DEFAULT);
        if (set < 0)
            throw std::runtime_error("reference values: no " + path);
        return set;
    }
    hid_t m_file;
};

/// Largest |a − b| / max(1, |b|), the measure of the golden tests.
template <class A, class B> double worstDifference(const A &a, const B &b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return 1e300;
    return ((a.template cast<double>() - b.template cast<double>()).array().abs() /
            b.template cast<double>().array().abs().max(1.0))
        .maxCoeff();
}

} // namespace anchorscope::test
