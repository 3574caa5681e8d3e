// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';

/** The exports of a module that needs nothing of its host. */
export function load(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  // The C library names a few system calls for closing and writing streams. None of them is reached.
  const system = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    system[from] ??= {};
    system[from][name] = () => { throw new Error(`the module called ${name}`); };
  }
  const { exports } = new WebAssembly.Instance(module, system);
  exports._initialize();
  return exports;
}
