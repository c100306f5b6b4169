import { spawn } from 'node:child_process';
import { root } from './root.mjs';

const tailLength = 4_000;

/**
 * Runs a program to its end without a shell. Returns its status and the end of what it printed; whoever wants all of it
 * gives `hear`, which gets every piece as it comes.
 */
export function run(program, args, { env = process.env, show = false, hear, cwd = root } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-tailLength);
      hear?.(chunk);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => done({ status: 1, output: error.message }));
    child.once('close', (status) => done({ status: status ?? 1, output }));
  });
}

/** Runs a program that a dependency brings, by the path of its script, so that no shell and no PATH is needed. */
export function runPackaged(script, args, options) {
  return run(process.execPath, [`${root}/node_modules/${script}`, ...args], options);
}
