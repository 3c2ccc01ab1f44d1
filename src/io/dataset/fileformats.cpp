// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/format.h"

#include <array>

namespace anchorscope::io {

extern const FileFormat toyFormat, unsupportedFolderFormat, partsFormat, collectionFormat, unsupportedFormat,
    hdf5Format, pgCopyFormat, parquetFormat, arrowFormat, npyFormat, torchFormat, npzFormat, safetensorsFormat,
    faissFormat, binVectorsFormat, projectorFormat, word2vecBinaryFormat, vecsFormat, wordVectorsFormat;

std::span<const FileFormat *const> fileFormats()
{
    static constexpr std::array formats = {&toyFormat,         &unsupportedFolderFormat,
                                           &partsFormat,       &collectionFormat,
                                           &torchFormat,       &unsupportedFormat,
                                           &hdf5Format,        &pgCopyFormat,
                                           &parquetFormat,     &arrowFormat,
                                           &npyFormat,         &npzFormat,
                                           &safetensorsFormat, &faissFormat,
                                           &binVectorsFormat,  &projectorFormat,
                                           &jsonFormat,        &word2vecBinaryFormat,
                                           &vecsFormat,        &wordVectorsFormat,
                                           &tableFormat};
    return formats;
}

} // namespace anchorscope::io
