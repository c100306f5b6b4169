import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm test` installs the nodes of real chains, apart from what the product needs. */
export const nodesFolder = fileURLToPath(new URL('../../../../../tools/nodes', import.meta.url));

/** Loads what is installed there. */
export function requireOfNodes(name: string): NodeJS.Require {
  if (!existsSync(join(nodesFolder, 'node_modules', name)))
    throw new Error(`${name} is not installed: run npm test once, or npm install in tools/nodes.`);
  return createRequire(join(nodesFolder, 'package.json'));
}
