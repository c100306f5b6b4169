import { spawn } from 'node:child_process';
import { root } from './root.mjs';

const tailLength = 4_000;

/** Runs a program to its end without a shell. Returns its status and the end of what it printed. */
export function run(program, args, { env = process.env, show = false, cwd = root } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-tailLength);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => done({ status: 1, output: error.message }));
    child.once('close', (status) => done({ status: status ?? 1, output }));
  });
}

/** Runs a program that a dependency brings, by the path of its script, so that no shell and no PATH is needed. */
export function runPackaged(script, args, options) {
  return run(process.execPath, [`${root}/node_modules/${script}`, ...args], options);
}
