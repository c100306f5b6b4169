import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folders } from '#platform/folders.ts';
import { version } from './version.ts';

it('is the version of the package', () => {
  expect(JSON.parse(readFileSync(join(folders.root, 'package.json'), 'utf8')).version).toBe(version);
});
