import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, found from wherever this code runs: its source in a test, the bundle in production. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'apps', 'server', 'migrations'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder of the migrations was not found beside the server.');
    folder = parent;
  }
  return folder;
}

const root = findRoot();

export const folders = {
  root,
  migrations: join(root, 'apps', 'server', 'migrations'),
  help: join(root, 'apps', 'server', 'help'),
  web: join(root, 'apps', 'web', 'dist'),
  backOffice: join(root, 'apps', 'back-office', 'dist'),
} as const;
