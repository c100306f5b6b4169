import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
