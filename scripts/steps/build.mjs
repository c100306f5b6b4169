import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { bundleForNode } from './bundle.mjs';
import { fingerprint, isFresh, markFresh } from './freshness.mjs';
import { step } from './progress.mjs';
import { root } from './root.mjs';

const shared = ['package-lock.json', 'scripts/steps', 'packages'];

export const serverEntries = { main: 'apps/server/src/main.ts' };

/** Builds the parts whose sources changed since they were built last. */
export async function build() {
  await buildPart({
    title: 'Building the server',
    folder: 'apps/server/dist',
    sources: ['apps/server', ...shared],
    make: buildServer,
  });
  await buildPart({
    title: 'Building the web application',
    folder: 'apps/web/dist',
    sources: ['apps/web', ...shared],
    make: buildWeb,
  });
}

async function buildPart({ title, folder, sources, make }) {
  const mark = fingerprint(sources);
  if (isFresh(folder, mark)) return;
  await step(title, make);
  markFresh(folder, mark);
}

function buildServer() {
  return bundleForNode({ entries: serverEntries, folder: 'apps/server/dist' });
}

async function buildWeb() {
  const { build: viteBuild } = await import('vite');
  const folder = join(root, 'apps', 'web');
  await viteBuild({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
  });
  await compressBelow(join(folder, 'dist'));
}

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
const compressedSizeMin = 1_024;

/** Compresses once, at the build, as hard as it goes; the server then only picks the file the browser can read. */
async function compressBelow(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => compressible.test(name));
  await Promise.all(files.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path) {
  const content = readFileSync(path);
  if (content.length < compressedSizeMin) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, quality));
  writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
