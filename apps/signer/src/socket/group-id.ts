import { readFileSync } from 'node:fs';
import { StartupError } from '#startup-error.ts';

/**
 * The number of a group of this machine, by its name or the number itself.
 *
 * @throws StartupError
 */
export function groupIdOf(group: string, path = '/etc/group'): number {
  if (/^[0-9]{1,9}$/.test(group)) return Number(group);
  const lines = readFileSync(path, 'utf8').split('\n');
  for (const line of lines) {
    const [name, , id] = line.split(':');
    if (name === group && id !== undefined && /^[0-9]+$/.test(id)) return Number(id);
  }
  throw new StartupError(`SIGNER_SOCKET_GROUP: ${path} has no group ${group}. Its number does as well.`);
}
