// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// node golden.mjs MODULE.wasm FILE.tsv[.gz]...: has the module check golden files with every target it holds, which
// must be the emulation, scalar code and vectors. Exit 0 where all agree, 1 where not.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { load } from './load.mjs';

const [modulePath, ...files] = process.argv.slice(2);
const exports = load(modulePath);
let agree = files.length > 0;
for (const file of files) {
  const kind = Buffer.from(basename(file).split('.')[0]);
  const packed = readFileSync(file);
  const text = Buffer.concat([kind, file.endsWith('.gz') ? gunzipSync(packed) : packed]);
  const place = exports.golden_text(text.length);
  new Uint8Array(exports.memory.buffer).set(text, place);
  const equal = exports.golden_check(kind.length);
  const from = exports.golden_report();
  const report = Buffer.from(exports.memory.buffer.slice(from, from + exports.golden_report_size())).toString();
  process.stdout.write(report);
  agree &&= equal === 1 && ['emulated', 'scalar', 'wasm'].every((target) => report.includes(` ${target}: `));
}
process.exit(agree ? 0 : 1);
