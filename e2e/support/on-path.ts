import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where the system has a program, or undefined; Debian keeps servers where the path of ordinary users does not lead. */
export function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
