import type { Plugin, Rolldown } from 'vite';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** The files of the first circle of imports, in order; undefined when there is none. */
export function findCycle(bundle: Bundle): string[] | undefined {
  const done = new Set<string>();
  const open: string[] = [];
  const visit = (fileName: string): string[] | undefined => {
    if (open.includes(fileName)) return [...open.slice(open.indexOf(fileName)), fileName];
    const chunk = bundle[fileName];
    if (done.has(fileName) || chunk?.type !== 'chunk') return undefined;
    open.push(fileName);
    for (const imported of chunk.imports) {
      const cycle = visit(imported);
      if (cycle !== undefined) return cycle;
    }
    open.pop();
    done.add(fileName);
    return undefined;
  };
  for (const fileName of Object.keys(bundle)) {
    const cycle = visit(fileName);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/**
 * Ends the build when files import each other in a circle, which a group of `chunk-groups.ts` can bring about: one of
 * them would then run before what it uses exists, in a browser and in no test that reads the modules one by one.
 */
export function noCycles(): Plugin {
  return {
    name: 'emporion-no-cycles',
    generateBundle(_, bundle) {
      const cycle = findCycle(bundle);
      if (cycle !== undefined) this.error(`Files import each other in a circle: ${cycle.join(' → ')}`);
    },
  };
}
