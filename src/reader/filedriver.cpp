// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/filedriver.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <unistd.h>

namespace anchorscope {

namespace {

/// Bytes of one read, after which the parent process is notified that reading continues.
constexpr std::uint64_t pieceBytes = 1 << 20;
constexpr haddr_t maxAddress = (haddr_t{1} << 63) - 1; // largest address in a file, the maximum of off_t

/// Number of this driver in libhdf5: the first one that is available to programs.
[[maybe_unused]] constexpr int driverNumber = 512;

/// Data that H5Pset_driver copies into libhdf5's file access properties.
struct DriverInfo
{
    int descriptor;
    haddr_t bytes;
    const StatusPipe *status;
    FileDriver::Facts *facts;
};

/// Open file of the driver; libhdf5 uses only `head`.
struct OpenFile
{
    H5FD_t head;
    DriverInfo info;
    haddr_t endOfAllocation;
    std::uint64_t bytesToSign; ///< number of bytes since the parent process was last notified
    std::uint64_t signsLeft;
};

OpenFile *ours(H5FD_t *file)
{
    return reinterpret_cast<OpenFile *>(file);
}

const OpenFile *ours(const H5FD_t *file)
{
    return reinterpret_cast<const OpenFile *>(file);
}

H5FD_t *openFile(const char *, unsigned flags, hid_t access, haddr_t)
{
    const auto *info = static_cast<const DriverInfo *>(H5Pget_driver_info(access));
    if (!info || (flags & (H5F_ACC_RDWR | H5F_ACC_TRUNC | H5F_ACC_CREAT)) != 0)
        return nullptr;
    info->facts->reached = true;
    // Limits the number of progress messages, because they make the parent process wait. A valid file is read about
    // once. The limit, twice the size of the file, suffices for this, even on a slow disk. If a file is so damaged that
    // libhdf5 reads the same bytes again and again, the messages stop, and the parent ends this process.
    auto *file = new (std::nothrow) OpenFile{{}, *info, 0, 0, 2 * (info->bytes / pieceBytes)};
    return file ? &file->head : nullptr;
}

herr_t closeFile(H5FD_t *file)
{
    delete ours(file);
    return 0;
}

/// Reports the features of libhdf5's driver for POSIX files that concern reading.
herr_t query(const H5FD_t *, unsigned long *flags)
{
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

haddr_t endOfAllocation(const H5FD_t *file, H5FD_mem_t)
{
    return ours(file)->endOfAllocation;
}

herr_t setEndOfAllocation(H5FD_t *file, H5FD_mem_t, haddr_t address)
{
    ours(file)->endOfAllocation = address;
    return 0;
}

haddr_t endOfFile(const H5FD_t *file, H5FD_mem_t)
{
    return ours(file)->info.bytes;
}

void sign(OpenFile &file, std::uint64_t bytes)
{
    file.bytesToSign += bytes;
    if (file.bytesToSign < pieceBytes || file.signsLeft == 0)
        return;
    file.bytesToSign = 0;
    --file.signsLeft;
    file.info.status->alive();
}

/// Reads bytes; those beyond the end of the file are zeros, as in libhdf5's own drivers.
herr_t read(H5FD_t *head, H5FD_mem_t, hid_t, haddr_t address, size_t size, void *buffer)
{
    OpenFile &file = *ours(head);
    if (address > maxAddress || size > maxAddress - address)
        return -1;
    auto *target = static_cast<char *>(buffer);
    while (size > 0) {
        const ssize_t count =
            ::pread(file.info.descriptor, target, std::min<std::size_t>(size, pieceBytes), static_cast<off_t>(address));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            file.info.facts->readError = errno;
            return -1;
        }
        if (count == 0) {
            std::memset(target, 0, size);
            return 0;
        }
        const auto done = static_cast<std::size_t>(count);
        target += done;
        size -= done;
        address += done;
        sign(file, done);
    }
    return 0;
}

herr_t refuseToWrite(H5FD_t *, H5FD_mem_t, hid_t, haddr_t, size_t, const void *)
{
    return -1;
}

/// Sets members that libhdf5 requires since version 1.13 and that earlier versions do not have.
template <class Class> void identify([[maybe_unused]] Class &type)
{
#ifdef H5FD_CLASS_VERSION
    type.version = H5FD_CLASS_VERSION;
#endif
    if constexpr (requires { type.value; })
        type.value = static_cast<decltype(type.value)>(driverNumber);
}

H5FD_class_t driverClass()
{
    H5FD_class_t type{};
    identify(type);
    type.name = "descriptor";
    type.maxaddr = maxAddress;
    type.fc_degree = H5F_CLOSE_WEAK;
    type.fapl_size = sizeof(DriverInfo);
    type.open = openFile;
    type.close = closeFile;
    type.query = query;
    type.get_eoa = endOfAllocation;
    type.set_eoa = setEndOfAllocation;
    type.get_eof = endOfFile;
    type.read = read;
    type.write = refuseToWrite;
    return type;
}

} // namespace

FileDriver::FileDriver(int descriptor, std::uint64_t bytes, const StatusPipe &status)
    : m_facts(std::make_unique<Facts>()), m_access(H5Pcreate(H5P_FILE_ACCESS))
{
    static const H5FD_class_t type = driverClass();
    const DriverInfo info{descriptor, bytes, &status, m_facts.get()};
    const hid_t driver = H5FDregister(&type);
    if (!m_access || driver < 0 || H5Pset_driver(m_access.id(), driver, &info) < 0)
        throw LibraryFault();
}

Hdf5Handle FileDriver::open() const
{
    // H5Fopen() needs a name, but the driver does not use it. For an absolute one, libhdf5 does not query the folder.
    Hdf5Handle file(H5Fopen("/", H5F_ACC_RDONLY, m_access.id()));
    if (!m_facts->reached)
        throw LibraryFault();
    return file;
}

} // namespace anchorscope
