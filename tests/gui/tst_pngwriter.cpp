// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/pngwriter.h"

#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

using namespace anchorscope;

/// Qt's decoder reads what the writer wrote, byte for byte.
class TestPngWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodes_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("channels");
        QTest::newRow("grey") << 5 << 3 << 1;
        QTest::newRow("colour") << 4 << 7 << 3;
        QTest::newRow("more than one stored block") << 400 << 300 << 3;
        QTest::newRow("just one full block") << 65534 << 1 << 1;
    }
    void decodes()
    {
        QFETCH(int, width);
        QFETCH(int, height);
        QFETCH(int, channels);
        const QTemporaryDir folder;
        Thumbnails written{height, width, channels,
                           std::vector<std::uint8_t>(static_cast<std::size_t>(width * height * channels))};
        for (std::size_t i = 0; i < written.pixels.size(); ++i)
            written.pixels[i] = static_cast<std::uint8_t>(i * 37 % 256);
        const QString path = folder.filePath("a.png");
        QVERIFY(io::savePng(path.toStdString(), written).ok());
        const QImage image = QImage(path).convertToFormat(QImage::Format_RGB888);
        QCOMPARE(image.size(), QSize(width, height));
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const std::uint8_t *pixel = written.pixels.data() + (y * width + x) * channels;
                const uchar *found = image.constScanLine(y) + 3 * x;
                QCOMPARE(found[0], pixel[0]);
                QCOMPARE(found[2], pixel[channels - 1]);
            }
        }
    }

    void refusals()
    {
        QCOMPARE(io::savePng("/tmp/x.png", {}).error().code, ErrorCode::tooLarge);
        QCOMPARE(io::savePng("/nowhere/x.png", {1, 1, 1, {7}}).error().code, ErrorCode::cannotSave);
    }
};

QTEST_GUILESS_MAIN(TestPngWriter)
#include "tst_pngwriter.moc"
