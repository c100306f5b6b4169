import { platform, setPriority } from 'node:os';

/**
 * Lets this thread wait for a processor behind the one that trades, where there are too few for both. On Linux a priority belongs to a thread; elsewhere to
 * the whole process, which would trade slower too, so there nothing is changed.
 */
export function lowerThreadPriority(niceness: number): void {
  if (platform() !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // Some systems forbid even that. It is a courtesy, and nothing depends on it.
  }
}
