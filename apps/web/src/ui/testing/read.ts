import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const workspace = resolve(import.meta.dirname, '../../..');

/** The text of a file of this workspace. */
export function readText(path: string): string {
  return readFileSync(resolve(workspace, path), 'utf8');
}

export function listFiles(path: string): string[] {
  return readdirSync(resolve(workspace, path));
}
