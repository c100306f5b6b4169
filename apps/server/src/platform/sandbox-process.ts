import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { folders } from './folders.ts';

export interface SandboxProcess {
  /** Where it listens. */
  readonly origin: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Starts a sandbox of a demo, which stands for a service of somebody else, as a child. It has nothing of ours but what it shares with us: no database, no SECRET.
 * It ends with us, however we end, for its standard input is a pipe from us.
 */
export async function startSandbox(
  app: 'acquirer-sandbox' | 'kyc-sandbox',
  settings: { readonly folder: string; readonly port: number; readonly [name: string]: unknown },
): Promise<SandboxProcess> {
  const program = join(folders.root, 'apps', app, 'dist', 'main.js');
  const child = spawn(process.execPath, [program], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = once(child, 'exit');
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(`${JSON.stringify(settings)}\n`);
  const origin = await new Promise<string>((done, refuse) => {
    child.once('error', refuse);
    child.once('exit', () => refuse(new Error(`The ${app} did not start.`)));
    if (child.stdout) createInterface({ input: child.stdout }).once('line', done);
  });
  return {
    origin,
    child,
    stop: async () => {
      child.stdin?.end();
      if (child.exitCode === null && child.signalCode === null) await ended;
    },
  };
}
