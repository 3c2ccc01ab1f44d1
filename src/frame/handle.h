// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace anchorscope {

class Hdf5Handle
{
public:
    Hdf5Handle() = default;
    explicit Hdf5Handle(hid_t id) : m_id(id) {}
    Hdf5Handle(Hdf5Handle &&other) noexcept : m_id(std::exchange(other.m_id, H5I_INVALID_HID)) {}
    Hdf5Handle &operator=(Hdf5Handle &&other) noexcept
    {
        std::swap(m_id, other.m_id);
        return *this;
    }
    ~Hdf5Handle() { close(); }

    bool valid() const { return m_id >= 0; }
    explicit operator bool() const { return valid(); }
    hid_t id() const { return m_id; }

    /// Closes the identifier. Returns false if HDF5 reports an error, such as a failed write of buffered data.
    bool close()
    {
        const hid_t id = std::exchange(m_id, H5I_INVALID_HID);
        if (id < 0)
            return true;
        switch (H5Iget_type(id)) {
        case H5I_FILE:
            return H5Fclose(id) >= 0;
        case H5I_GROUP:
            return H5Gclose(id) >= 0;
        case H5I_DATASET:
            return H5Dclose(id) >= 0;
        case H5I_DATASPACE:
            return H5Sclose(id) >= 0;
        case H5I_DATATYPE:
            return H5Tclose(id) >= 0;
        case H5I_ATTR:
            return H5Aclose(id) >= 0;
        case H5I_GENPROP_LST:
            return H5Pclose(id) >= 0;
        default:
            return H5Idec_ref(id) >= 0;
        }
    }

private:
    hid_t m_id = H5I_INVALID_HID;
};

inline void silenceHdf5Errors()
{
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

/// Text of HDF5's latest error on this thread. HDF5 reports nested errors; the innermost one states the cause.
inline std::string hdf5ErrorText()
{
    std::string text;
    const auto keepFirst = [](unsigned number, const H5E_error2_t *error, void *target) -> herr_t {
        if (number == 0 && error->desc)
            *static_cast<std::string *>(target) = error->desc;
        return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keepFirst, &text);
    return text.empty() ? "no further reason given" : text;
}

} // namespace anchorscope
