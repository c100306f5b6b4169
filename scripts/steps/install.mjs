import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bringMissingBindings } from './bindings.mjs';
import { registryIn, withAddresses } from './lock-addresses.mjs';
import { npm } from './npm.mjs';
import { StepError, step } from './progress.mjs';
import { isRelease, requireReleaseMachine } from './release-mark.mjs';
import { root } from './root.mjs';

/**
 * Exactly what the lock file names, and nothing written back. `npm ci` would be stricter, but it refuses a lock file that
 * lacks some other platform's optional binaries, which a registry mirror may not carry. No package needs its scripts, and a package that was taken over would
 * have them first.
 */
const locked = ['install', '--no-save', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];

/**
 * How much is installed. What runs and builds the product are packages of the workspaces; what only tests, benchmarks and checks need are
 * packages of the root, which nobody waits for at a first start.
 */
const extents = { product: ['--workspaces'], everything: [] };

/** Installs what the product needs when the lock file or the machine is not the one of last time. */
export async function install() {
  if (isRelease) return requireReleaseMachine();
  if (isInstalled(root, 'product')) return;
  await step('Installing packages', () => installIn(root, 'product'));
}

/** The same with what tests, benchmarks and checks need. */
export async function installEverything() {
  if (isInstalled(root, 'everything')) return;
  await step('Installing packages, with those of the tests', () => installIn(root, 'everything'));
}

/** A folder of `tools`, which has a lock file of its own: heavy packages that nobody needs to run the product. */
export async function installTool(name) {
  const folder = join(root, 'tools', name);
  if (!isInstalled(folder, 'everything')) await installIn(folder, 'everything');
}

const stampFile = (folder) => join(folder, 'node_modules', '.emporion-installed');

function isInstalled(folder, extent) {
  if (!existsSync(stampFile(folder))) return false;
  const [hash, found] = readFileSync(stampFile(folder), 'utf8').split(' ');
  return hash === expectedHash(folder) && (found === extent || found === 'everything');
}

async function installIn(folder, extent) {
  const { status, output } = await installLocked(folder, [...locked, ...extents[extent]]);
  if (status !== 0) {
    throw new StepError(
      `${output}\nThe packages could not be installed: see npm's words above, then start again.`,
    );
  }
  await bringMissingBindings(folder);
  writeFileSync(stampFile(folder), `${expectedHash(folder)} ${extent}`);
}

/** What npm says of a package that is not where it was looked for, or is another one there. */
const addressIsWrong = /\bE(?:40\d|INTEGRITY)\b/;

/**
 * Our lock file names no addresses, so npm asks the registry for the whole history of each package to learn one: half of its work. Nearly every registry keeps
 * packages at the same path, so npm is shown a copy of the lock file with that path; where it is another one, npm asks after all.
 */
async function installLocked(folder, args) {
  const registry = registryIn((await npm(['config', 'get', 'registry'], folder)).output);
  if (registry === undefined) return npm(args, folder);
  const shown = join(folder, 'npm-shrinkwrap.json');
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const end = () => process.exit(1);
  // A signal ends the process without what stands behind `finally`.
  const tidy = () => rmSync(shown, { force: true });
  process.once('exit', tidy).once('SIGINT', end).once('SIGTERM', end);
  try {
    writeFileSync(shown, withAddresses(lock, registry));
    const result = await npm(args, folder);
    if (result.status === 0 || !addressIsWrong.test(result.output)) return result;
  } finally {
    tidy();
    process.off('exit', tidy).off('SIGINT', end).off('SIGTERM', end);
  }
  return npm(args, folder);
}

/**
 * The version of Node is not part of it: native parts are prebuilt for Node-API, which every version
 * loads, and nothing is compiled here.
 */
function expectedHash(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const machine = `${process.platform}-${process.arch}`;
  return createHash('sha256').update(lock).update(machine).digest('hex');
}
