import inspector from 'node:inspector';
import { StartupError } from './startup-error.ts';

/**
 * Keeps Node's debugger shut: through it every process of this user, and whatever reaches a port of this machine, could read the keys out of the memory. With
 * a listener of its own the signal no longer opens it.
 *
 * @throws StartupError when it is open already.
 */
export function keepDebuggerShut(): void {
  process.on('SIGUSR1', () => undefined);
  if (inspector.url() !== undefined)
    throw new StartupError('Node runs with its debugger open, which can read the keys. Start it without.');
}
