import { join } from 'node:path';
import { root } from './root.mjs';

/** Our own workspaces are bundled; what npm installed stays where npm put it. */
const ours = /^(@emporion\/|#|\.|\/)/;

/** Bundles TypeScript for Node: `entries` maps the name of each output to its source. */
export async function bundleForNode({ entries, folder }) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown(nodeBundle(entries));
  await bundle.write({ ...nodeOutput, dir: join(root, folder) });
  await bundle.close();
}

export function nodeBundle(entries) {
  return {
    input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, join(root, source)])),
    platform: 'node',
    external: (id) => !ours.test(id),
    logLevel: 'warn',
  };
}

export const nodeOutput = { format: 'esm', sourcemap: true, cleanDir: true };

/** Bundles one TypeScript file and imports it: how scripts use what is written in TypeScript. */
export async function importTypeScript(source) {
  const name = source.replaceAll(/[^a-z0-9]+/gi, '-');
  await bundleForNode({ entries: { main: source }, folder: `.cache/run/${name}` });
  return import(join(root, '.cache', 'run', name, 'main.js'));
}
