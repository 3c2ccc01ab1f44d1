// Writes formats/*.parquet and formats/*.arrow…: the same 3 × 4 matrix as make_formats.py, m[i][j] = i * 4 + j, and larger
// ones, by independent programs. Run with Node 20 in tests/data, where the packages are found by NODE_MODULES (a folder in
// which `npm install @duckdb/node-api parquet-wasm apache-arrow hyparquet-writer hyparquet-compressors` was run):
//   NODE_MODULES=/path/node_modules node make_columnar.mjs
// Tests only read the files.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const modules = process.env.NODE_MODULES
const require = createRequire(modules + '/x.js')
const load = name => import(pathToFileURL(require.resolve(name)))
const duckdb = require('@duckdb/node-api')
const arrow = require('apache-arrow')
const wasm = require('parquet-wasm')
const { parquetWriteBuffer } = await load('hyparquet-writer')

const out = 'formats/'
const words = ['wörd', 'two', '三']
const m = [0, 1, 2].map(i => [0, 1, 2, 3].map(j => i * 4 + j))

// DuckDB: lists, fixed arrays, doubles; codecs; page version 2 with its encodings; two groups of rows; types of columns.
const db = await (await duckdb.DuckDBInstance.create()).connect()
const rowsSql = kind => '(' + m.map((row, i) =>
  `SELECT '${words[i]}' AS word, ${[5, 7, 10][i]} AS label, ${['0.5', 'NULL', '2.5'][i]} AS rank, [${row}]::${kind} AS embedding, `
  + `DATE '2024-02-29' + ${i} AS day, TIMESTAMP '2024-02-29 12:30:00.5' AS at, ${i}.25::DECIMAL(9, 2) AS price, `
  + `${i} = 1 AS flag`).join(' UNION ALL ') + ')'
const copy = (name, sql, options) => db.run(`COPY ${sql} TO '${out}${name}' (FORMAT parquet${options})`)
await copy('duckdb_list.parquet', rowsSql('FLOAT[]'), '')
await copy('duckdb_array.parquet', rowsSql('FLOAT[4]'), ', CODEC zstd')
await copy('duckdb_double.parquet', rowsSql('DOUBLE[]'), ', CODEC gzip')
await copy('duckdb_brotli.parquet', rowsSql('FLOAT[]'), ', CODEC brotli')
await copy('duckdb_lz4.parquet', rowsSql('FLOAT[]'), ', CODEC lz4_raw')
await copy('duckdb_plain.parquet', rowsSql('FLOAT[]'), ', CODEC uncompressed')
await copy('duckdb_int.parquet', rowsSql('INTEGER[]'), ', PARQUET_VERSION v2')
// Enough rows that version 2 chooses DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT and DELTA_LENGTH_BYTE_ARRAY.
const many = `(SELECT 'item ' || i AS id, i AS position, i % 3 AS label,
  list_transform(range(8), j -> ((i * 8 + j) * 0.37 - 100)::FLOAT) AS embedding FROM range(2500) t(i))`
await copy('duckdb_v1.parquet', many, ', ROW_GROUP_SIZE 2048')
await copy('duckdb_v2.parquet', many, ', PARQUET_VERSION v2, ROW_GROUP_SIZE 2048, CODEC zstd')
const wide = `(SELECT 'item ' || i AS id, i % 3 AS class, `
  + [0, 1, 2, 3].map(j => `(i * 4 + ${j})::FLOAT AS e${j}`).join(', ') + ' FROM range(3) t(i))'
await copy('duckdb_flat.parquet', wide, '')
await copy('duckdb_decimal.parquet', `(SELECT 'item ' || i AS id, ${[0, 1, 2, 3].map(j => `((i * 4 + ${j}) * 0.25)::DECIMAL(20, 2) AS e${j}`).join(', ')}
  FROM range(3) t(i))`, '')
await copy('duckdb_gaps.parquet', `(SELECT 'w' || i AS id, CASE i WHEN 11 THEN NULL WHEN 17 THEN [5] WHEN 23 THEN [6, NULL] WHEN 31 THEN []
  ELSE [i, i + 1] END::FLOAT[] AS embedding FROM range(40) t(i))`, '')
await copy('duckdb_nested.parquet', `(SELECT i AS id, [[1, 2], [3, 4]]::FLOAT[][] AS embedding, i * 2 AS other, i * 3.5 AS more
  FROM range(5) t(i))`, '')
await copy('duckdb_struct.parquet', `(SELECT 'w' || i AS word, {'vector': [i, i + 1, i + 2]::FLOAT[], 'model': 'm'} AS entry,
  MAP {'a': i} AS counts FROM range(3) t(i))`, '')
mkdirSync(out + 'parts', { recursive: true })
for (const part of [0, 1])
  await copy(`parts/data_${part}.parquet`, `(SELECT 'item ' || i AS id, [i, i + 1]::FLOAT[] AS embedding
    FROM range(${part * 3}, ${part * 3 + 3}) t(i))`, '')

// hyparquet-writer: vectors as bytes of a fixed length, encodings by name, 1000 rows in the first group.
const rng = (seed => () => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff - 0.5))(7)
const vectors = Array.from({ length: 60 }, () => Array.from({ length: 8 }, () => Math.fround(rng())))
const bytes = vectors.map(v => new Uint8Array(new Float32Array(v).buffer))
const ids = vectors.map((_, i) => `item ${i}`)
writeFileSync(out + 'vectors60.json', JSON.stringify(vectors))
const hyparquet = (name, columnData, more) => writeFileSync(out + name, Buffer.from(parquetWriteBuffer({ columnData, ...more })))
const leaf = (name, type, more) => ({ name, type, repetition_type: 'REQUIRED', ...more })
hyparquet('hyparquet_fixed.parquet', [{ name: 'id', data: ids }, { name: 'embedding', data: bytes }],
  { schema: [{ name: 'root', num_children: 2 }, leaf('id', 'BYTE_ARRAY', { converted_type: 'UTF8' }),
    leaf('embedding', 'FIXED_LEN_BYTE_ARRAY', { type_length: 32 })] })
hyparquet('hyparquet_binary.parquet', [{ name: 'id', data: ids, type: 'STRING' },
  { name: 'embedding', data: bytes, type: 'BYTE_ARRAY' }])
const listSchema = element => [{ name: 'root', num_children: 2 }, leaf('id', 'BYTE_ARRAY', { converted_type: 'UTF8' }),
  { name: 'embedding', repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 }, { name: 'element', repetition_type: 'OPTIONAL', ...element }]
for (const encoding of ['PLAIN', 'BYTE_STREAM_SPLIT'])
  hyparquet(`hyparquet_${encoding.toLowerCase()}.parquet`,
    [{ name: 'id', data: ids, encoding: 'DELTA_BYTE_ARRAY' }, { name: 'embedding', data: vectors, encoding }],
    { schema: listSchema({ type: 'FLOAT' }), pageSize: 500 })
const halves = [0, 0.5, -1.25, 65504, 6.103515625e-05, -5.960464477539063e-08, 1024, 0.333251953125]
hyparquet('hyparquet_float16.parquet', [{ name: 'id', data: ids },
  { name: 'embedding', data: vectors.map((_, i) => halves.map((h, j) => halves[(i + j) % 8])) }],
  { schema: listSchema({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2, logical_type: { type: 'FLOAT16' } }) })
hyparquet('hyparquet_uuid.parquet', [{ name: 'key', data: vectors.map((_, i) => Uint8Array.from({ length: 16 }, () => (rng() + 0.5) * 256)) },
  { name: 'a', data: vectors.map(v => v[0]) }, { name: 'b', data: vectors.map(v => v[1]) }],
  { schema: [{ name: 'root', num_children: 3 }, leaf('key', 'FIXED_LEN_BYTE_ARRAY', { type_length: 16 }), leaf('a', 'DOUBLE'),
    leaf('b', 'DOUBLE')] })

// apache-arrow: file and stream; fixed-size lists, lists, float16, dictionaries. parquet-wasm (parquet-rs) from these.
const { Field, FixedSizeList, List, Float32, Float16, Float64, Utf8, Int32, Dictionary } = arrow
const vectorOf = (rows, type) => {
  const builder = arrow.makeBuilder({ type, nullValues: [null] })
  rows.forEach(row => builder.append(row))
  return builder.finish().toVector()
}
const table = (rows, type, names) => new arrow.Table({
  word: vectorOf(names, new Dictionary(new Utf8(), new Int32())), label: vectorOf(rows.map((_, i) => i % 2), new Int32()),
  embedding: vectorOf(rows, type) })
const fixed = width => new FixedSizeList(width, new Field('item', new Float32(), true))
const small = table(m, fixed(4), words)
writeFileSync(out + 'fixed.arrow', arrow.tableToIPC(small, 'file'))
writeFileSync(out + 'fixed.arrows', arrow.tableToIPC(small, 'stream'))
writeFileSync(out + 'list.arrow', arrow.tableToIPC(table(m, new List(new Field('item', new Float64(), true)), words), 'file'))
writeFileSync(out + 'gaps.arrow', arrow.tableToIPC(table(Array.from({ length: 20 }, (_, i) => i === 5 ? null : i === 9 ? [5] : [i, i + 1]), new List(new Field('item', new Float32(), true)),
  Array.from({ length: 20 }, (_, i) => `w${i}`)), 'file'))
const rs = (name, source, properties) => writeFileSync(out + name,
  wasm.writeParquet(wasm.Table.fromIPCStream(arrow.tableToIPC(source, 'stream')), properties))
const builder = () => new wasm.WriterPropertiesBuilder()
rs('parquetrs_fixed.parquet', small, builder().setCompression(wasm.Compression.ZSTD).build())
rs('parquetrs_v2.parquet', table(vectors, fixed(8), ids), builder().setWriterVersion(wasm.WriterVersion.V2)
  .setDataPageSizeLimit(600).setWriteBatchSize(16).setMaxRowGroupSize(25).setCompression(wasm.Compression.SNAPPY).build())
rs('parquetrs_plain.parquet', table(vectors, fixed(8), ids), builder().setDictionaryEnabled(false)
  .setDataPageSizeLimit(600).setWriteBatchSize(16).setCompression(wasm.Compression.UNCOMPRESSED).build())

// Buffers packed by the programs lz4 and zstd; several batches; float16; texts as views; a Hugging Face folder of two shards.
const pack = (...command) => ({ encode: data => execFileSync(command[0], command.slice(1), { input: data }),
  decode: data => execFileSync(command[0], ['-dc'], { input: data }) })
arrow.compressionRegistry.set(arrow.CompressionType.LZ4_FRAME, pack('lz4', '-c', '-q'))
arrow.compressionRegistry.set(arrow.CompressionType.ZSTD, pack('zstd', '-c', '-q'))
const half = table(vectors, fixed(8), ids)
const batches = [0, 20, 40].flatMap(at => half.slice(at, at + 20).batches)
for (const [name, type] of [['lz4', arrow.CompressionType.LZ4_FRAME], ['zstd', arrow.CompressionType.ZSTD]]) {
  const writer = new arrow.RecordBatchFileWriter({ compressionType: type })
  const packBuffers = writer._compressBodyBuffers // which notes the packed length where the unpacked one belongs
  writer._compressBodyBuffers = function (buffers) {
    const packed = packBuffers.call(this, buffers)
    buffers.forEach((buffer, i) => {
      const head = packed.buffers[2 * i]
      if (head.length === 0) return
      const view = new DataView(head.buffer, head.byteOffset)
      if (view.getBigInt64(0, true) !== -1n) view.setBigInt64(0, BigInt(buffer.byteLength), true)
    })
    return packed
  }
  batches.forEach(batch => writer.write(batch))
  writer.finish()
  writeFileSync(`${out}${name}.feather`, writer.toUint8Array(true))
}
const plain = (from, to) => new arrow.Table({ id: vectorOf(ids.slice(from, to), new Utf8()),
  embedding: vectorOf(vectors.slice(from, to), new List(new Field('item', new Float32(), true))) })
mkdirSync(out + 'huggingface', { recursive: true })
const shards = [0, 1].map(i => `data-0000${i}-of-00002.arrow`)
shards.forEach((name, i) => writeFileSync(`${out}huggingface/${name}`, arrow.tableToIPC(plain(i * 30, i * 30 + 30), 'stream')))
writeFileSync(out + 'huggingface/state.json', JSON.stringify({ _data_files: shards.map(filename => ({ filename })),
  _fingerprint: '0', _format_columns: null, _format_kwargs: {}, _format_type: null, _output_all_columns: false, _split: 'train' }, null, 2))
writeFileSync(out + 'huggingface/dataset_info.json', JSON.stringify({ citation: '', description: '', features: {}, homepage: '', license: '' }, null, 2))
