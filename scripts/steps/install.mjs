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

const stampFile = join(root, 'node_modules', '.emporion-installed');

/** Installs the locked packages when the lock file, the machine or the Node's major version is not the one of last time. */
export async function install() {
  const stamp = expectedStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const result = await step('Installing packages', () => npm(locked));
  if (result.status !== 0) {
    throw new StepError(
      `${result.output}\nThe packages could not be installed: see npm's words above, then start again.`,
    );
  }
  writeFileSync(stampFile, stamp);
}

function expectedStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const machine = `${process.platform}-${process.arch}-${process.versions.modules}`;
  return createHash('sha256').update(lock).update(machine).digest('hex');
}

function npm(args) {
  // npm tells its scripts where it is; run by hand, the one on the PATH serves.
  const script = process.env.npm_execpath;
  return script ? run(process.execPath, [script, ...args]) : run('npm', args);
}
