// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// node run.mjs MODULE.wasm REFERENCE: runs the module and compares its samples with those the native program writes.
// Exit 0 equal within the tolerance, 1 not, 77 when there is no native program to compare with.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { load } from './load.mjs';

// The C libraries' sine and cosine, in filter and panner set-up, may differ in their last bit; nothing else may.
const tolerance = 1e-5;
const [modulePath, referencePath] = process.argv.slice(2);
if (!existsSync(referencePath)) {
  console.log(`no native program at ${referencePath}: build the release preset first`);
  process.exit(77);
}

const exports = load(modulePath);
const size = exports.short_ride_size();
const samples = new Float32Array(exports.memory.buffer.slice(exports.short_ride_samples()), 0, size);

const bytes = execFileSync(referencePath, { maxBuffer: 1 << 26 });
const reference = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
let worst = 0, different = 0, peak = 0;
for (let i = 0; i < reference.length; ++i) {
  const error = Math.abs(samples[i] - reference[i]);
  worst = Math.max(worst, Number.isFinite(error) ? error : Infinity);
  peak = Math.max(peak, Math.abs(samples[i]));
  different += Object.is(samples[i], reference[i]) ? 0 : 1;
}
console.log(`${size} samples, peak ${peak.toFixed(3)}, ${different} differ from the native ones, worst ${worst}`);
// Scalar code and vectors of the module itself: nothing but the same bits.
const unequal = exports.short_ride_target_differences();
console.log(`${unequal} samples differ between the module's targets`);
process.exit(size === reference.length && size > 0 && peak > 0.001 && worst <= tolerance && unequal === 0 ? 0 : 1);
