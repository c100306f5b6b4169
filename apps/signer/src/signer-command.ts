import { existsSync } from 'node:fs';

/** Three folders up lies the root, from the source as from the bundle. In a release there is no npm: scripts/steps/release-mark.mjs. */
const isRelease = existsSync(new URL('../../../release.json', import.meta.url));

/** How whoever runs this very installation calls the signer. */
export function signerCommand(...words: readonly string[]): string {
  if (isRelease) return ['emporion signer', ...words].join(' ');
  return ['npm run signer', ...(words.length > 0 ? ['--'] : []), ...words].join(' ');
}
