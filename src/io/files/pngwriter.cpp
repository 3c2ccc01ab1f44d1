// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/pngwriter.h"

#include "io/files/atomicfile.h"

#include <zlib.h>

#include <algorithm>

namespace anchorscope::io {

namespace {

void appendNumber(std::string &bytes, uLong value)
{
    for (const int shift : {24, 16, 8, 0})
        bytes.push_back(static_cast<char>(value >> shift & 0xff));
}

void appendChunk(std::string &png, std::string type, const std::string &content)
{
    appendNumber(png, content.size());
    type.append(content);
    png.append(type);
    appendNumber(png, ::crc32_z(0, reinterpret_cast<const Bytef *>(type.data()), type.size()));
}

/// Returns bytes as a zlib stream (RFC 1950) whose blocks are stored without compression (RFC 1951, 3.2.4).
std::string stored(const std::string &bytes)
{
    constexpr std::size_t most = 65535;
    std::string stream{'\x78', '\x01'};
    for (std::size_t begin = 0; begin < bytes.size(); begin += most) {
        const std::size_t count = std::min(most, bytes.size() - begin);
        const auto low = static_cast<char>(count & 0xff), high = static_cast<char>(count >> 8);
        stream.push_back(begin + count == bytes.size() ? '\x01' : '\x00');
        stream.append({low, high, static_cast<char>(~low), static_cast<char>(~high)});
        stream.append(bytes, begin, count);
    }
    appendNumber(stream, ::adler32_z(1, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
    return stream;
}

} // namespace

Status savePng(const std::string &path, const Thumbnails &image)
{
    constexpr std::size_t limit = std::size_t(64) << 20;
    if (image.empty() || image.pixels.size() > limit)
        return Error(ErrorCode::tooLarge, "Expected a picture of 1 byte to 64 MB, found ", image.pixels.size(),
                     " bytes.")
            .in(path);
    std::string header;
    appendNumber(header, static_cast<uLong>(image.width));
    appendNumber(header, static_cast<uLong>(image.height));
    const char colour = image.channels == 3 ? '\x02' : '\x00';
    // PNG header: 8 bits per sample, no interlacing.
    header.append({'\x08', colour, '\x00', '\x00', '\x00'});
    std::string lines;
    const auto bytesPerLine = static_cast<std::size_t>(image.width * image.channels);
    for (std::size_t begin = 0; begin < image.pixels.size(); begin += bytesPerLine) {
        lines.push_back('\x00'); // filter type of each line of pixels: none
        lines.append(reinterpret_cast<const char *>(image.pixels.data()) + begin, bytesPerLine);
    }
    std::string png{'\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n'};
    appendChunk(png, "IHDR", header);
    appendChunk(png, "IDAT", stored(lines));
    appendChunk(png, "IEND", {});
    return writeAtomically(path, png);
}

} // namespace anchorscope::io
