import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Waits for one that was launched. Answers `undefined` when it is ready, or what it complained of. */
export async function untilReady({
  child,
  url,
  logPath,
  logBefore,
  deadline,
}: {
  readonly child: ChildProcess;
  readonly url: string;
  readonly logPath: string;
  /** How much was in the log before: what earlier runs complained of is not this one's. */
  readonly logBefore: number;
  /** As of `Date.now()`. */
  readonly deadline: number;
}): Promise<string | undefined> {
  let complaint: string | undefined;
  child.once('error', (error) => {
    complaint = error.message;
  });
  child.once('exit', () => {
    complaint ??= lastComplaint({ logPath, logBefore, pid: child.pid });
  });
  while (Date.now() < deadline) {
    if (complaint !== undefined) return complaint;
    if (await answers(url)) return undefined;
    await wait(25);
  }
  child.kill('SIGQUIT');
  return complaint ?? 'it did not answer within a minute';
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // A refused connection is also reported as an event, which would end the process unheard.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The worst that it said itself, or else any other process: sessions of a killed one write to the same log for as long as they live. */
function lastComplaint(log: { logPath: string; logBefore: number; pid: number | undefined }): string {
  const text = readFileSync(log.logPath);
  // It is emptied when it has grown too long.
  const lines = text
    .subarray(text.length < log.logBefore ? 0 : log.logBefore)
    .toString()
    .trim()
    .split('\n');
  const isBad = (line: string) => /FATAL|PANIC|ERROR/.test(line);
  const worst =
    lines.findLast((line) => isBad(line) && line.includes(` [${log.pid}] `)) ??
    lines.findLast(isBad) ??
    lines.at(-1) ??
    '';
  return worst.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') || 'it ended at once';
}
