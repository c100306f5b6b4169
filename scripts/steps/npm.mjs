import { run } from './run.mjs';

/** Runs npm to its end in a folder. */
export function npm(args, cwd) {
  // npm tells its scripts where it is; run by hand, the one on the PATH serves.
  const script = process.env.npm_execpath;
  return script ? run(process.execPath, [script, ...args], { cwd }) : run('npm', args, { cwd });
}
