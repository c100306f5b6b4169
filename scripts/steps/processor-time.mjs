import { readFileSync } from 'node:fs';

/** The kernel counts in these, whatever its own clock is. */
const ticksPerSecond = 100;

let taken = 0;

/**
 * The seconds of a core that children took that have ended since this was asked last, with those of their own that they waited for: asked whenever one has
 * ended, it says what that one took. Zero where there is no /proc.
 */
export function takeProcessorSeconds() {
  const total = secondsOfChildren(readStat());
  const since = total - taken;
  taken = total;
  return since;
}

export function secondsOfChildren(stat) {
  // What stands before the last bracket is a name, which may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number);
  return (user + system) / ticksPerSecond;
}

function readStat() {
  try {
    return readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return '';
  }
}
