import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installTool } from './install.mjs';
import { StepError } from './progress.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const tool = join(root, 'tools', 'node-runtime');

/** The pinned runtime for a kind of machine; undefined where the lock file has none. */
export function pinnedRuntime({ platform = process.platform, arch = process.arch } = {}) {
  const { packages } = JSON.parse(readFileSync(join(tool, 'package-lock.json'), 'utf8'));
  const path = `node_modules/node-${platform}-${arch}`;
  const entry = packages[path];
  return entry && { folder: join(tool, path), version: entry.version, integrity: entry.integrity };
}

/**
 * Installs the Node runtime for this machine. npm checks the archive against the hash of the lock
 * file. npm also skips an optional package that it cannot fetch, or whose hash differs, without an
 * error: so the program is started once and must tell the pinned version.
 *
 * @returns its folder, the path of its program and its version.
 * @throws StepError on a machine that the lock file has no runtime for, and when npm brings none.
 */
export async function bringNodeRuntime() {
  const runtime = pinnedRuntime();
  if (runtime === undefined)
    throw new StepError(
      `There is a Node runtime to pack for Linux on x64 and arm64 only, and this machine is ${process.platform}-${process.arch}.`,
    );
  await installTool('node-runtime');
  const program = join(runtime.folder, 'bin', 'node');
  const said = existsSync(program) ? (await run(program, ['--version'])).output.trim() : 'is missing';
  if (said !== `v${runtime.version}`)
    throw new StepError(
      `Node ${runtime.version} could not be fetched for this machine (${program} ${said}): remove ${tool}/node_modules and try again, with a registry that has it.`,
    );
  return { ...runtime, program };
}
