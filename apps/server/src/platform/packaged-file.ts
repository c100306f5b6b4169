import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A file of a package that the server reads: beside the bundle, where the build put a copy, or where npm did (`packagedFiles` in scripts/steps/build.mjs). */
export function packagedFile(path: string): string {
  const beside = fileURLToPath(new URL(`./packaged/${path}`, import.meta.url));
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(path);
}
