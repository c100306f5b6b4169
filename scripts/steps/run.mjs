import { spawn } from 'node:child_process';
import { onPath } from './on-path.mjs';
import { takeProcessorSeconds } from './processor-time.mjs';
import { root } from './root.mjs';

const tailLength = 4_000;

/**
 * Runs a program to its end without a shell. Returns its status, the end of what it printed and how long it had a processor; whoever wants all that it printed
 * gives `hear`, which gets every piece as it comes. What yields takes what time others leave.
 */
export function run(
  program,
  args,
  { env = process.env, show = false, hear, cwd = root, yields = false, signal } = {},
) {
  return new Promise((done) => {
    const [first, ...rest] = [...(yields ? yielding() : []), program, ...args];
    const child = spawn(first, rest, {
      cwd,
      env,
      signal,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-tailLength);
      hear?.(chunk);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep);
    let processorSeconds = 0;
    child.once('exit', () => {
      processorSeconds = takeProcessorSeconds();
    });
    child.once('error', (error) => done({ status: 1, output: error.message, processorSeconds }));
    child.once('close', (status) => done({ status: status ?? 1, output, processorSeconds }));
  });
}

/** A quarter of the time of a core that somebody else wants, so that even a long test ends in time, and all of one that nobody wants. */
function yielding() {
  const nice = onPath('nice');
  return nice ? [nice, '-n', '6'] : [];
}

/**
 * Runs a program that a dependency brings, by the path of its script, so that no shell and no PATH is needed. `node` is the
 * program of another version of Node.
 */
export function runPackaged(script, args, { node = process.execPath, ...options } = {}) {
  return run(node, [`${root}/node_modules/${script}`, ...args], options);
}
