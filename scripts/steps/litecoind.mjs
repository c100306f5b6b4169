import { existsSync } from 'node:fs';
import { onPath } from './on-path.mjs';
import { installPackage } from './package-manager.mjs';
import { StepError } from './progress.mjs';

/**
 * The path of a litecoind: the one that LITECOIND names, an installed one, or one that the package manager brings. Few systems have it, so without one its
 * tests are skipped, and the end of the run says so.
 */
export async function ensureLitecoind() {
  const named = process.env.LITECOIND;
  if (named && !existsSync(named)) throw new StepError(`LITECOIND names ${named}, which does not exist.`);
  if (named || onPath('litecoind')) return { path: named || onPath('litecoind') };
  const failure = await installPackage({ title: 'litecoind', packages: { 'apt-get': 'litecoind' } });
  return { path: onPath('litecoind'), reason: failure?.reason };
}
