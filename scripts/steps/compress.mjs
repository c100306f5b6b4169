import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
const compressedSizeMin = 1_024;

/** Compresses what is served, once; the server then only picks the file the browser can read. `quality` is Brotli's, 11 at most. */
export async function compressBelow(folder, { quality }) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => compressible.test(name));
  await Promise.all(files.map((name) => compressFile(join(folder, name), quality)));
}

async function compressFile(path, quality) {
  const content = readFileSync(path);
  if (content.length < compressedSizeMin) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
