import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bringMissingBindings, missingBindings } from './bindings.mjs';
import { registryIn, withAddresses } from './lock-addresses.mjs';
import { run } from './run.mjs';

const version = '1.2.3';
/** What installed packages list, as rolldown, sharp and typescript do. */
const installed = {
  'node_modules/bundler': {
    optionalDependencies: {
      '@bundler/binding-darwin-arm64': version,
      '@bundler/binding-darwin-x64': version,
      '@bundler/binding-linux-arm64-gnu': version,
      '@bundler/binding-linux-arm64-musl': version,
      '@bundler/binding-win32-x64-msvc': version,
      'other-things': version,
    },
  },
  'node_modules/drawer': { optionalDependencies: { '@img/drawer-linuxmusl-arm64': version } },
  'node_modules/checker': { optionalDependencies: { '@checker/checker-linux-arm64': version } },
};

let folder;
let registry;
beforeAll(async () => {
  registry = await startRegistry('@bundler/binding-darwin-arm64');
});
afterAll(() => registry.server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emporion-bindings-'));
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }));
  vi.stubEnv('npm_config_registry', registry.url);
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
  vi.stubEnv('npm_config_fetch_retries', '0');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function forMachine(os, cpu) {
  vi.stubEnv('npm_config_os', os);
  vi.stubEnv('npm_config_cpu', cpu);
}

/** A registry that has one package. */
async function startRegistry(name) {
  const scratch = mkdtempSync(join(tmpdir(), 'emporion-registry-'));
  mkdirSync(join(scratch, 'package'));
  writeFileSync(join(scratch, 'package', 'package.json'), JSON.stringify({ name, version, os: ['darwin'] }));
  await run('tar', ['-czf', join(scratch, 'package.tgz'), '-C', scratch, 'package']);
  const archive = readFileSync(join(scratch, 'package.tgz'));
  rmSync(scratch, { recursive: true });
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const server = createServer(({ url = '', headers }, answer) => {
    if (url === '/package.tgz') return answer.end(archive);
    if (decodeURIComponent(url) !== `/${name}`) return answer.writeHead(404).end('{}');
    const dist = { tarball: `http://${headers.host}/package.tgz`, integrity };
    return answer.end(JSON.stringify({ name, versions: { [version]: { name, version, dist } } }));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

describe('bindings of a machine', () => {
  it('are missing for the one machine whose part npm left out', () => {
    const names = (os, cpu, isMusl = false) =>
      missingBindings(folder, { os, cpu, isMusl }).map(({ name }) => name);
    expect(names('darwin', 'arm64')).toEqual(['@bundler/binding-darwin-arm64']);
    expect(names('win32', 'x64')).toEqual(['@bundler/binding-win32-x64-msvc']);
    expect(names('linux', 'arm64')).toContain('@bundler/binding-linux-arm64-gnu');
    expect(names('linux', 'arm64', true)).toEqual([
      '@bundler/binding-linux-arm64-musl',
      '@img/drawer-linuxmusl-arm64',
      '@checker/checker-linux-arm64',
    ]);
  });

  it('are fetched in the version that the package names', async () => {
    forMachine('darwin', 'arm64');
    await bringMissingBindings(folder);
    const manifest = join(folder, 'node_modules', '@bundler', 'binding-darwin-arm64', 'package.json');
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ version });
    expect(missingBindings(folder, { os: 'darwin', cpu: 'arm64', isMusl: false })).toEqual([]);
  });

  it.each([
    '^1.2.3',
    'latest',
    'npm:other@1.2.3',
    'https://elsewhere.example/x.tgz',
    'file:../x',
    'git+ssh://elsewhere.example/x',
  ])('are not fetched as %s, which names no version of theirs', async (range) => {
    forMachine('darwin', 'arm64');
    const named = { '@bundler/binding-darwin-arm64': range };
    const packages = { 'node_modules/bundler': { optionalDependencies: named } };
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
    await expect(bringMissingBindings(folder)).rejects.toThrow('names no version');
    expect(existsSync(join(folder, 'node_modules', '@bundler'))).toBe(false);
  });

  it('are named in one sentence when the registry has none', async () => {
    forMachine('darwin', 'x64');
    const brought = bringMissingBindings(folder);
    await expect(brought).rejects.toThrow(
      /^npm's registry has no @bundler\/binding-darwin-x64@1\.2\.3, which this machine \(darwin on x64\) needs: have npm use a registry that has them\.$/,
    );
    expect(existsSync(join(folder, 'node_modules', '@bundler'))).toBe(false);
  });
});

describe('the lock file that npm is shown', () => {
  it.each([
    ['https://packages.example/\n', 'https://packages.example'],
    ['npm warn about something\nhttps://packages.example/npm/\n', 'https://packages.example/npm'],
    ['undefined\n', undefined],
  ])('takes the registry from what npm says of it: %j', (said, registry) => {
    expect(registryIn(said)).toBe(registry);
  });

  it('has the customary address of every package, and of no folder of ours', () => {
    const lock = {
      packages: {
        '': {},
        'apps/server': {},
        'node_modules/@emporion/server': { link: true, resolved: 'apps/server' },
        'node_modules/@noble/hashes': { version: '2.4.0' },
        'apps/web/node_modules/ws': { version: '8.22.2' },
      },
    };
    const { packages } = JSON.parse(withAddresses(JSON.stringify(lock), 'https://packages.example/npm'));
    expect(Object.values(packages).map(({ resolved }) => resolved)).toEqual([
      undefined,
      undefined,
      'apps/server',
      'https://packages.example/npm/@noble/hashes/-/hashes-2.4.0.tgz',
      'https://packages.example/npm/ws/-/ws-8.22.2.tgz',
    ]);
  });
});
