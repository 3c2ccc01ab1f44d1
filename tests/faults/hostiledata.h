// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/random.h"
#include "io/dataset/datasetfile.h"
#include "io/numpy/npywriter.h"
#include "support/fromenvironment.h"

#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace anchorscope::test {

/// Limits of a case. Sanitizers need more time and memory.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr std::int64_t longest = 200000;
inline constexpr bool memoryCounts = false;
#else
inline constexpr std::int64_t longest = 10000; ///< milliseconds of work
inline constexpr bool memoryCounts = true;
#endif

/// Two hostile spaces in one file or two, and the memory they take when decoded.
struct HostileData
{
    std::vector<std::string> files;
    std::string about;         ///< shape, values, texts, format
    std::uint64_t decoded = 0; ///< bytes of float32 vectors and of texts
};

/// Makes data sets that combine odd texts, shapes, values and formats; the same for the same seed.
class HostileMaker
{
public:
    HostileMaker(std::string folder, std::uint64_t seed) : m_folder(std::move(folder)), m_random(seed) {}

    HostileData make(int number)
    {
        m_data = {};
        const Index rows = pick({1, 2, 3, 4, 7, 20, 60, 300}), columns = pick({1, 2, 3, 8, 50, 400});
        m_values = static_cast<int>(m_random.below(valueKinds));
        m_texts = static_cast<int>(m_random.below(textKinds));
        const int format = static_cast<int>(m_random.below(formats.size()));
        m_data.about = std::to_string(rows) + " x " + std::to_string(columns) + ", values " + std::to_string(m_values) +
                       ", texts " + std::to_string(m_texts) + ", " + formats[asSize(format)];
        const std::string name = m_folder + "/" + fileName() + std::to_string(number);
        if (format == 0) {
            saveBoth(name + ".h5", rows, columns);
        } else {
            const bool sameRows = m_random.below(5) != 0;
            saveOne(name + "a." + formats[asSize(format)], format, rows, columns);
            saveOne(name + "b." + formats[asSize(format)], format, sameRows ? rows : rows + 1, pick({1, 2, 3, 8, 50}));
        }
        return m_data;
    }

private:
    static constexpr int valueKinds = 10, textKinds = 13;
    inline static const std::vector<std::string> formats{"h5", "npy", "csv", "tsv", "vec", "txt", "bin"};
    static std::size_t asSize(int number) { return static_cast<std::size_t>(number); }

    Index pick(const std::vector<Index> &choices)
    {
        return choices[static_cast<std::size_t>(m_random.below(static_cast<Index>(choices.size())))];
    }

    std::string fileName()
    {
        static const std::vector<std::string> names{
            "plain",   "<b>bold<img src=zero>", "a b",      "-dash", "quote\"'", "=1+1", "\x1b[31m",
            "lat\xe9", "\xe2\x80\xae\x65vil",   "tab\there"};
        return names[static_cast<std::size_t>(m_random.below(static_cast<Index>(names.size())))];
    }

    /// Text of an item or a class; most are different for different numbers.
    std::string text(Index number)
    {
        const std::string digits = std::to_string(number);
        switch (m_texts) {
        case 0:
            return "item" + digits;
        case 1:
            return "<img src=/dev/zero>" + digits;
        case 2:
            return "=1+" + digits;
        case 3:
            return "\x1b[31m\x07" + digits;
        case 4:
            return "\xe2\x80\xae\xd7\x90" + digits;
        case 5:
            return number == 0 ? std::string(1000000, 'm') : digits;
        case 6:
            return "two\r\nlines\t" + digits;
        case 7:
            return "\xff\xfe\x80" + digits;
        case 8:
            return std::string("nul\0", 4) + digits;
        case 9:
            return "same"; // all items
        case 10:
            return number == 0 ? "" : "a,\"b\";'" + digits;
        case 11:
            return digits; // 0 … n − 1
        default:
            return number % 3 ? digits + "e5" : "nan";
        }
    }

    float value(Index row, Index column)
    {
        const auto normal = static_cast<float>(m_random.normal());
        switch (m_values) {
        case 0:
            return normal;
        case 1:
            return row % 3 == 1 ? 0 : normal; // some rows of zeros
        case 2:
            return 1; // all rows are equal
        case 3:
            return row == 1 && column == 0 ? NAN : normal;
        case 4:
            return normal * 1e-40f;
        case 5:
            return normal * 1e37f;
        case 6:
            return column == 0 ? 1e6f * normal : 1e-6f * normal;
        case 7:
            return static_cast<float>(row % 2); // two different rows
        case 8:
            return static_cast<float>(row);
        default:
            return row == 0 ? INFINITY : normal;
        }
    }

    Matrix matrix(Index rows, Index columns)
    {
        Matrix made(rows, columns);
        for (Index i = 0; i < rows; ++i) {
            for (Index j = 0; j < columns; ++j)
                made(i, j) = value(i, j);
        }
        m_data.decoded += sizeof(float) * static_cast<std::uint64_t>(made.size());
        return made;
    }

    std::string counted(std::string made)
    {
        m_data.decoded += made.size();
        return made;
    }

    void saveBoth(const std::string &path, Index rows, Index columns)
    {
        auto items = std::make_shared<ItemTable>();
        items->count = rows;
        const int labels = static_cast<int>(m_random.below(4));
        for (Index i = 0; i < rows; ++i) {
            items->ids.push_back(counted(m_texts == 9 ? text(i) + std::to_string(i) : text(i)));
            if (labels == 1)
                items->labels.push_back(0);
            if (labels == 2) // a class for each item
                items->labels.push_back(static_cast<std::int32_t>(i));
            if (labels == 3)
                items->labels.push_back(static_cast<std::int32_t>(i % 3) - 1);
        }
        for (Index i = 0; i < (labels == 0 ? 0 : labels == 2 ? rows : 2); ++i)
            items->labelNames.push_back(counted(text(i) + " class"));
        Dataset data;
        data.items = items;
        data.title = text(1);
        for (const char *side : {"left", "right"}) {
            auto set = std::make_shared<EmbeddingSet>();
            set->name = std::string(side) + (m_texts == 5 || m_texts == 8 ? "" : visible(text(2)));
            set->storedType = m_random.below(2) ? "float32" : "float16";
            set->vectors = matrix(rows, columns);
            set->items = items;
            data.spaces.push_back(set);
        }
        m_data.files = {path};
        // Data that cannot be written are not an input: the file keeps its previous content, or a few bytes.
        if (!io::saveDataset(path, data))
            writeBytes(path, "\x89HDF\r\n\x1a\n and no more");
    }

    static void writeBytes(const std::string &path, std::string_view bytes)
    {
        std::ofstream(path, std::ios::binary | std::ios::trunc)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }

    /// Removes characters that HDF5 does not allow in the name of a group.
    static std::string visible(std::string name)
    {
        std::erase_if(name, [](char each) { return each == '/' || each == '\0' || each == '.'; });
        return name;
    }

    void saveOne(const std::string &path, int format, Index rows, Index columns)
    {
        m_data.files.push_back(path);
        const Matrix vectors = matrix(rows, columns);
        if (format == 1) {
            if (!io::saveNpy(path, vectors))
                writeBytes(path, "\x93NUMPY");
            return;
        }
        const char separator = format == 2 ? ',' : format == 3 ? '\t' : ' ';
        const bool table = format == 2 || format == 3, binary = format == 6;
        std::string bytes = table ? header(columns, separator) : std::string();
        if (format == 4 || binary)
            bytes = std::to_string(rows) + " " + std::to_string(columns) + "\n";
        for (Index i = 0; i < rows; ++i) {
            bytes += counted(table ? quoted(text(i)) : text(i));
            if (binary) {
                bytes += ' ';
                bytes.append(reinterpret_cast<const char *>(vectors.row(i).data()),
                             sizeof(float) * static_cast<std::size_t>(columns));
            }
            for (Index j = 0; j < columns && !binary; ++j)
                bytes.append(1, separator).append(std::to_string(vectors(i, j)));
            bytes += '\n';
        }
        writeBytes(path, bytes);
    }

    std::string header(Index columns, char separator)
    {
        if (m_random.below(2))
            return {};
        std::string line = m_random.below(2) ? "id" : "";
        for (Index j = 0; j < columns; ++j)
            line.append(1, separator).append(quoted(j == 2 ? text(1) : "e" + std::to_string(j)));
        return line + "\n";
    }

    static std::string quoted(const std::string &text)
    {
        std::string field = "\"";
        for (const char each : text)
            field += each == '"' ? "\"\"" : std::string(1, each);
        return field + "\"";
    }

    std::string m_folder;
    Random m_random;
    HostileData m_data;
    int m_values = 0, m_texts = 0;
};

} // namespace anchorscope::test
