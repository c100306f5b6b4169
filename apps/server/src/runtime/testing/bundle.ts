import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folders } from '#platform/folders.ts';

export interface Bundle {
  /** The path of the output of an entry. */
  pathOf(entry: string): string;
  remove(): void;
}

type BundleForNode = (options: { entries: Record<string, string>; folder: string }) => Promise<void>;

/**
 * Bundles sources as the product is bundled, for tests that need a process or a thread of their own: Node runs no TypeScript. `entries` maps names
 * to paths below the root of the repository.
 */
export async function bundleForTest(entries: Record<string, string>): Promise<Bundle> {
  const steps = pathToFileURL(join(folders.root, 'scripts', 'steps', 'bundle.mjs')).href;
  const { bundleForNode } = (await import(/* @vite-ignore */ steps)) as { bundleForNode: BundleForNode };
  // Inside the repository, so that what npm installed is found from there.
  const folder = join('.cache', 'test', randomUUID());
  await bundleForNode({ entries, folder });
  return {
    pathOf: (entry) => join(folders.root, folder, `${entry}.js`),
    remove: () => rmSync(join(folders.root, folder), { recursive: true, force: true }),
  };
}
