// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/pagestream.h"

#include <QtTest>

#include <fcntl.h>
#include <lz4.h>
#include <random>
#include <snappy.h>
#include <sys/mman.h>
#include <zlib.h>
#include <zstd.h>

using namespace anchorscope;
using parquet::Codec;

namespace {

std::string randomBytes(std::size_t count)
{
    std::mt19937 random(7);
    std::string bytes(count, '\0');
    std::ranges::generate(bytes, [&] { return static_cast<char>(random()); });
    return bytes;
}

/// Bytes and their compressed form.
struct Sample
{
    std::string bytes, packed;
};

Sample snappySample()
{
    const std::string bytes = randomBytes(3000000) + std::string(500000, 'd');
    std::string packed;
    snappy::Compress(bytes.data(), bytes.size(), &packed);
    return {bytes, packed};
}

/// A literal of 100,000 bytes, then references to all of it, 64 bytes each.
Sample longPartsSample()
{
    const std::string bytes = randomBytes(100000);
    std::string all = bytes, packed("\xa0\x9b\x0c" // 200,096 bytes in all
                                    "\xf8\x9f\x86\x01",
                                    7);
    packed += bytes;
    for (std::size_t i = 0; i < 1564; ++i) {
        packed += std::string("\xff\xa0\x86\x01\0", 5); // 64 bytes from 100,000 before
        all += all.substr(all.size() - 100000, 64);
    }
    return {all, packed};
}

/// Three blocks, each of one literal and of references to the previous byte, which take five bytes for one.
Sample shortPartsSample()
{
    constexpr std::size_t block = 65536;
    std::string packed("\x80\x80\x0c", 3); // 196,608 bytes in all
    for (int i = 0; i < 3; ++i) {
        packed += std::string("\0a", 2);
        for (std::size_t at = 1; at < block; ++at)
            packed += std::string("\x03\x01\0\0\0", 5);
    }
    return {std::string(3 * block, 'a'), packed};
}

Sample zstdSample()
{
    const std::string bytes = randomBytes(2000000) + std::string(500000, 'a');
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 1));
    return {bytes, packed};
}

/// Two streams of zlib, one after the other.
Sample zlibSample()
{
    const std::string half = randomBytes(700000) + std::string(300000, 'b');
    uLongf size = compressBound(half.size());
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef *>(packed.data()), &size, reinterpret_cast<const Bytef *>(half.data()),
             half.size());
    packed.resize(size);
    return {half + half, packed + packed};
}

Sample lz4Sample()
{
    const std::string bytes = randomBytes(100000) + std::string(100000, 'c');
    std::string packed(200000, '\0');
    packed.resize(static_cast<std::size_t>(
        LZ4_compress_default(bytes.data(), packed.data(), static_cast<int>(bytes.size()), 200000)));
    return {bytes, packed};
}

/// Reads a page that begins at byte 5 of a file, in parts of different sizes.
std::string readInParts(Codec codec, const Sample &sample)
{
    const int file = ::memfd_create("page", 0), nowhere = ::open("/dev/null", O_WRONLY);
    const std::string content = "12345" + sample.packed;
    std::string found;
    if (::write(file, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
        return "not written";
    const StatusPipe status(nowhere);
    const FileBytes bytes(file, status);
    parquet::PageMemory memory;
    try {
        const auto page = parquet::openPage(bytes, codec, {5, sample.packed.size()}, sample.bytes.size(), memory);
        for (std::size_t part = 3; page->left() > 0; part = part * 3 % 400001) {
            const Bytes taken = page->take(std::min(part, page->left()));
            found.append(reinterpret_cast<const char *>(taken.data()), taken.size());
        }
    } catch (const UnreadableColumn &failure) {
        found = failure.what();
    }
    ::close(file);
    ::close(nowhere);
    return found;
}

} // namespace

class TestPageStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsAreThePage_data();
    void partsAreThePage();
};

void TestPageStream::partsAreThePage_data()
{
    QTest::addColumn<int>("codec");
    QTest::addColumn<Sample>("sample");
    const auto row = [](const char *name, Codec codec, const Sample &sample) {
        QTest::newRow(name) << static_cast<int>(codec) << sample;
    };
    row("not compressed", Codec::none, {randomBytes(1000000), randomBytes(1000000)});
    row("Snappy", Codec::snappy, snappySample());
    row("Snappy, parts longer than a block", Codec::snappy, longPartsSample());
    row("Snappy, parts of one byte", Codec::snappy, shortPartsSample());
    row("Zstandard", Codec::zstd, zstdSample());
    row("zlib, two streams", Codec::gzip, zlibSample());
    row("LZ4", Codec::lz4Raw, lz4Sample());
}

void TestPageStream::partsAreThePage()
{
    QFETCH(int, codec);
    QFETCH(Sample, sample);
    QVERIFY(readInParts(static_cast<Codec>(codec), sample) == sample.bytes);
    if (static_cast<Codec>(codec) == Codec::none)
        return;
    QVERIFY(readInParts(static_cast<Codec>(codec), {sample.bytes + "more", sample.packed})
                .starts_with("this file is damaged"));
    sample.packed.pop_back();
    QCOMPARE(readInParts(static_cast<Codec>(codec), sample),
             "this file is damaged: a page cannot be unpacked; create or download it again");
}

QTEST_GUILESS_MAIN(TestPageStream)
#include "tst_pagestream.moc"
