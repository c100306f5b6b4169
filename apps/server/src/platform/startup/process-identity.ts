import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** True while a process with this number runs, also when it belongs to another user. One that has ended and that nobody has asked after is none. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function hasEnded(pid: number): boolean {
  try {
    return ['Z', 'X'].includes(stateAndMore(pid)[0] ?? '');
  } catch {
    return false;
  }
}

/** What Linux tells of a process after its name, which may hold spaces and brackets; its state is the first. @throws where it tells nothing. */
function stateAndMore(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The command line of a process as one string, or an empty one when there is no such process. */
export function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    // Systems without /proc (macOS) answer through ps.
    return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
}

/**
 * A mark that tells a process from a later one with the same number: numbers are used again,
 * after a reboot or in a fresh container almost at once.
 */
export function startMarkOf(pid: number): string {
  try {
    const startTime = stateAndMore(pid)[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${startTime}`;
  } catch {
    return spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
}
