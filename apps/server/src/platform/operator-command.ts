import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folders } from './folders.ts';

/** Where that file lies, there is no npm: scripts/steps/release-mark.mjs. */
export const isRelease = existsSync(join(folders.root, 'release.json'));

/** How whoever runs this very installation calls one of its commands. */
export function operatorCommand(name: string, ...words: readonly string[]): string {
  if (isRelease) return ['emporion', name, ...words].join(' ');
  return ['npm run', name, ...(words.length > 0 ? ['--'] : []), ...words].join(' ');
}
