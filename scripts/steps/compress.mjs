import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
const compressedSizeMin = 256;

const hardest = 11;

/**
 * Compresses what is served, once; the server then only picks the file the browser can read. `quality` is Brotli's, 11 at most, which the files of
 * first pages get in any case: they are a sixth of all, and somebody waits for them.
 */
export async function compressBelow(folder, { quality }) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => compressible.test(name));
  const first = namedByPages(folder);
  await Promise.all(
    files.map((name) => compressFile(join(folder, name), first.has(basename(name)) ? hardest : quality)),
  );
}

/** The files that the page itself names, or the list of what the server adds to it. */
function namedByPages(folder) {
  const texts = ['index.html', 'build/first-files.json']
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
  return new Set(texts.join().match(/(?<=assets\/)[\w.-]+\.(?:js|css)/g));
}

async function compressFile(path, quality) {
  const content = readFileSync(path);
  if (content.length < compressedSizeMin) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
