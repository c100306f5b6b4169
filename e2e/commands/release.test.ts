import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  connectDatabase,
  findRunningPostgres,
  freshSettings,
  makeRelease,
  type Product,
  packRelease,
  removeFolder,
  startProduct,
  stopProduct,
} from '../product.ts';
import { startNginx } from '../support/nginx.ts';
import { onPath } from '../support/on-path.ts';

/** Everything of the test lies in it; whoever runs the release may enter it. */
let folder: string;
/** The unpacked release, which nobody may write to. On Linux it has the Node runtime packed. */
let release: string;
/** The same release without the packed runtime. */
let releaseWithoutNode: string;
/** The programs that every machine has, and beside them a Node. */
let pathWithNode: string;
let settings: Record<string, string>;
let product: Product;

const packsNode = process.platform === 'linux';

/** Somebody without a home, where a test runs as root: no cache of npm, and nothing of ours that could be written. */
const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emporion-release-'));
  chmodSync(folder, 0o755);
  const made = await makeRelease({ into: join(folder, 'made'), withNode: packsNode });
  const archive = await packRelease(made, { compressed: false });
  mkdirSync(join(folder, 'opt'));
  execFileSync('tar', ['-xf', archive, '-C', join(folder, 'opt')]);
  release = join(folder, 'opt', basename(archive, '.tar'));
  removeFolder(join(folder, 'made'));
  // Hard links: a copy of a release takes half a second and 300 MB of memory.
  releaseWithoutNode = packsNode ? join(folder, 'opt', 'without-node') : release;
  if (packsNode) {
    execFileSync('cp', ['-al', release, releaseWithoutNode]);
    removeFolder(join(releaseWithoutNode, 'node'));
  }
  execFileSync('chmod', ['-R', 'a+rX,a-w', join(folder, 'opt')]);
  settings = await productionSettings();
  product = startProduct(settings, [join(release, 'bin', 'emporion'), 'start'], { cwd: '/', ...stranger });
  await product.running;
});
afterAll(async () => {
  if (product) await stopProduct(product);
  execFileSync('chmod', ['-R', 'u+w', folder]);
  removeFolder(folder);
});

/** A folder of programs: what the command itself calls, and Node or not. No npm, no compiler. */
function programs(name: string, { node }: { readonly node: boolean }): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const program of ['dirname', 'readlink']) symlinkSync(onPath(program) ?? program, join(path, program));
  if (node) symlinkSync(process.execPath, join(path, 'node'));
  return path;
}

async function productionSettings(): Promise<Record<string, string>> {
  const home = join(folder, 'home');
  pathWithNode = programs('with-node', { node: true });
  const PATH = packsNode ? programs('without-node', { node: false }) : pathWithNode;
  mkdirSync(home);
  mkdirSync(join(home, 'data'));
  if (stranger.uid) execFileSync('chown', ['-R', `${stranger.uid}:${stranger.gid}`, home]);
  const { PORT, DATA_DIR } = await freshSettings();
  removeFolder(DATA_DIR);
  return {
    ...{ PATH, HOME: home, PORT, DATA_DIR: join(home, 'data'), NODE_ENV: 'production' },
    ...{ SECRET: 'q8Zt3Lw0Rk5Yv7Nx1Bc9Mj4Hd6Gf2Ps8', PUBLIC_URL: 'https://exchange.example' },
    ...{ SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'no-reply@exchange.example', TRUST_PROXY: '1' },
    EMBEDDED_DATABASE: 'true',
  };
}

async function status(path: string): Promise<number> {
  const answer = await fetch(`${product.url}${path}`);
  await answer.arrayBuffer();
  return answer.status;
}

describe('a release', () => {
  it('starts production from a folder that it cannot write to, without npm or a compiler', async () => {
    await expect.poll(() => product.output()).toContain('/admin/setup#');
    expect(product.output()).not.toMatch(/Installing|Building/);
    expect(await status('/readyz')).toBe(200);
    for (const page of ['/account/', '/admin/', '/api/docs/static/swagger-ui-bundle.js'])
      expect(await status(page), page).toBe(200);
  });

  it.runIf(packsNode)('needs no Node on the path where it brings one', async () => {
    const path = readdirSync(settings.PATH ?? '').sort();
    expect(path).toEqual(['dirname', 'readlink']);
    expect(readlinkSync(`/proc/${product.child.pid}/exe`)).toBe(join(release, 'node', 'bin', 'node'));
    const licence = readFileSync(join(release, 'node', 'LICENSE'), 'utf8');
    expect(licence).toContain('Node.js is licensed for use as follows');
  });

  it('brings the commands of whoever runs it, with the settings of a file as the unit has them', async () => {
    const { PATH: _, ...inFile } = settings;
    const file = join(folder, 'emporion.env');
    const lines = Object.entries(inFile).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(file, `# Settings\n${lines.join('')}`);
    if (stranger.uid) execFileSync('chown', [`${stranger.uid}:${stranger.gid}`, file]);
    chmodSync(file, 0o600);
    const command = [join(releaseWithoutNode, 'bin', 'emporion'), '--env-file', file, 'verify'] as const;
    const verify = startProduct({ PATH: pathWithNode }, command, { cwd: '/', ...stranger });
    expect([await verify.exited, verify.output()]).toEqual([0, expect.stringContaining('ok      Journal')]);
  });

  it('recovers a staff account beside the running server, which counts it at once', async () => {
    const database = await connectDatabase(findRunningPostgres(settings.DATA_DIR ?? '') ?? '', {
      connectionsMax: 1,
    });
    await database.pool.query(
      `insert into users (email, username, username_skeleton, password_hash, roles, first_name, last_name, country, birthday, referral_code,
         terms_accepted_at, privacy_accepted_at)
       values ('ann@exchange.example', 'ann', 'ann', '-', '{administrator}', 'Ann', 'First', 'PT', '1980-01-01', 'ann', now(), now())`,
    );
    const run = async (...words: string[]) => {
      const { PATH = '' } = settings;
      const command = [
        join(release, 'bin', 'emporion'),
        '--env-file',
        join(folder, 'emporion.env'),
        'admin',
      ] as const;
      const admin = startProduct({ PATH }, [...command, ...words], { cwd: '/', ...stranger });
      return [await admin.exited, admin.output()] as const;
    };
    const [code, said] = await run('recover', 'ann');
    const token = /https:\/\/exchange\.example\/admin\/recover#([\w-]{43})\s/.exec(said)?.[1];
    expect([code, said]).toEqual([0, expect.stringContaining('Staff told by mail: 1.')]);
    const answer = await fetch(`${product.url}/api/v1/setup/recovery/check/`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) },
    });
    expect(await answer.json()).toEqual({ username: 'ann' });
    expect(await run('recover', 'bob')).toEqual([1, expect.stringContaining('There is no account "bob"')]);
    expect(product.output()).not.toContain(token);
    const { rows } = await database.pool.query('select cause from payout_rests');
    expect(rows).toEqual([{ cause: 'recovery_begun' }]);
    await database.close();
  });

  it('carries the licences of what it bundles', () => {
    const licences = readFileSync(join(release, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const name of ['fastify 5', 'react 19', 'sharp 0']) expect(licences).toContain(`\n${name}.`);
  });

  it.skipIf(!onPath('systemd-analyze'))('comes with units that systemd has nothing against', () => {
    for (const name of ['emporion.service', 'emporion-signer.service', 'emporion-backup.service']) {
      const unit = readFileSync(join(release, 'deploy', name), 'utf8').replaceAll('/opt/emporion', release);
      writeFileSync(join(folder, name), unit);
      const words = execFileSync('sh', ['-c', 'systemd-analyze verify "$0" 2>&1', join(folder, name)]);
      expect(words.toString()).toBe('');
    }
  });

  it.skipIf(!onPath('nginx'))('serves pages and live feeds behind nginx with the sample', async () => {
    const nginx = await startNginx({
      ...{ samples: join(release, 'deploy'), folder: join(folder, 'nginx') },
      upstreamPort: settings.PORT ?? '',
    });
    try {
      expect((await nginx.ask('/readyz')).status).toBe(200);
      expect((await nginx.ask('/metrics')).status).toBe(404);
      expect((await nginx.ask('/account/')).body).toContain('<div id="root">');
      const socket = new WebSocket(`${nginx.url.replace('https', 'wss')}/wsapi/v1/trading`, {
        rejectUnauthorized: false,
      });
      await once(socket, 'open');
      socket.terminate();
    } finally {
      await nginx.stop();
    }
  });
});
