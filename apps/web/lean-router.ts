import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * The router's package leads everybody to its build with warnings for developers; the one without them lies beside it. There, names for
 * developers' tools keep parts in the build that nobody uses: a form, and what sends it. And every link carries what fetches pages ahead,
 * which no link here asks for.
 */
export function leanRouter(): Plugin {
  return {
    name: 'emporion-lean-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: ['react-router', 'react-router/dom'].map((module) => ({
          find: new RegExp(`^${module}$`),
          replacement: fileURLToPath(import.meta.resolve(module)).replace('/development/', '/production/'),
        })),
      },
    }),
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/.*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(/(?<== )usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/, '[false, null, {}]')
          .replace(/return shouldPrefetch && .* : link;/, 'return link;')
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(
            /(?<=^var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm,
            '/* @__PURE__ */ ',
          ),
        map: null,
      }),
    },
  };
}
