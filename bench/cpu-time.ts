import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for every program that asks. */
const tickMs = 10;

/** What a process and all that it started have taken of the processors so far, in milliseconds. Undefined where the system does not tell. */
export function cpuMsOf(root: number): number | undefined {
  try {
    const processes = readdirSync('/proc')
      .filter((name) => /^[0-9]+$/.test(name))
      .flatMap((name) => statOf(Number(name)) ?? []);
    const family = new Set([root]);
    // A process is started after its parent, but its number may be lower: look until nobody is added.
    for (let size = 0; size !== family.size; ) {
      size = family.size;
      for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
    }
    return processes.filter(({ pid }) => family.has(pid)).reduce((sum, { ms }) => sum + ms, 0);
  } catch {
    return undefined;
  }
}

function statOf(pid: number): { pid: number; parent: number; ms: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything; counting begins behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * tickMs };
  } catch {
    return undefined;
  }
}
