import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StepError, step } from './progress.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

/**
 * Exactly what the lock file names, and nothing written back. `npm ci` would be stricter, but it refuses a lock file that
 * lacks some other platform's optional binaries, which a registry mirror may not carry.
 */
const locked = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'];

/** Installs the locked packages when the lock file, the machine or the Node's major version is not the one of last time. */
export async function install() {
  if (isInstalled(root)) return;
  await step('Installing packages', () => installIn(root));
}

/** A folder of `tools`, which has a lock file of its own: heavy packages that nobody needs to run the product. */
export async function installTool(name) {
  const folder = join(root, 'tools', name);
  if (!isInstalled(folder)) await installIn(folder);
}

const stampFile = (folder) => join(folder, 'node_modules', '.emporion-installed');

function isInstalled(folder) {
  return existsSync(stampFile(folder)) && readFileSync(stampFile(folder), 'utf8') === expectedStamp(folder);
}

async function installIn(folder) {
  const { status, output } = await npm(locked, folder);
  if (status !== 0) {
    throw new StepError(
      `${output}\nThe packages could not be installed: see npm's words above, then start again.`,
    );
  }
  writeFileSync(stampFile(folder), expectedStamp(folder));
}

function expectedStamp(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const machine = `${process.platform}-${process.arch}-${process.versions.modules}`;
  return createHash('sha256').update(lock).update(machine).digest('hex');
}

function npm(args, cwd) {
  // npm tells its scripts where it is; run by hand, the one on the PATH serves.
  const script = process.env.npm_execpath;
  return script ? run(process.execPath, [script, ...args], { cwd }) : run('npm', args, { cwd });
}
