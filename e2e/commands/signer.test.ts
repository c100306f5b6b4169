import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SigningAnswer, SigningRequest } from '@emporion/chains';
import { connectSigner } from '@emporion/chains/signer-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { extent } from '../extent.ts';

const program = join(import.meta.dirname, '..', '..', 'apps', 'signer', 'dist', 'signer.js');
const payee = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const dayMax = 100;
/** The server gives a signer ten seconds; here one that a slow machine holds up is no fault of it. */
const patienceMs = 300_000;
const kills = extent({ usual: 4, all: 40 });

const policy = {
  version: 1,
  transactionsPerDay: 10_000,
  networks: {
    ethereum: {
      family: 'development',
      addressFormat: 'evm',
      feeCoin: 'ETH',
      feeMax: '10',
      topUpDayMax: '0',
      coins: { ETH: { dayMax: String(dayMax) } },
    },
  },
};

let folder: string;
let running: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emporion-signer-'));
  writeFileSync(join(folder, 'signer.json'), JSON.stringify(policy));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((child) => end(child, 'SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

function spawnSigner(args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], { env: { SIGNER_DIR: folder, ...env } });
  running.push(child);
  return child;
}

/** A demo's signer that listens. */
async function start(): Promise<ChildProcess> {
  const child = spawnSigner(['--demo']);
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** What it says and how it ends, when it does not run. */
async function complaintOf(child: ChildProcess): Promise<string> {
  let words = '';
  child.stderr?.on('data', (text) => {
    words += text;
  });
  const [status] = await once(child, 'close');
  return `${status}: ${words}`;
}

function payout(number: number): SigningRequest {
  return {
    id: `id${number}`,
    kind: 'payout',
    network: 'ethereum',
    payments: [{ to: payee, coin: 'ETH', amount: 1n }],
    terms: { family: 'development', from: { branch: 1, index: 0 }, nonce: number, fee: 0n },
  };
}

const socket = () => join(folder, 'signer.sock');

describe('the signer as a process', () => {
  it('signs its day and no more through kills at any moment, and gives each signature again', async () => {
    const answers = new Map<number, SigningAnswer>();
    let next = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const child = await start();
      const client = connectSigner(socket(), { timeoutMs: patienceMs });
      // Several wait at once, so that the kill comes between the count and the answer of some of them.
      const killed = new Promise((done) => setTimeout(done, 15 + 10 * (kill % 5))).then(() =>
        end(child, 'SIGKILL'),
      );
      for (let isAlive = true; isAlive; ) {
        const batch = Array.from({ length: 5 }, (_, at) => next + at);
        const settled = await Promise.allSettled(batch.map((number) => client.sign(payout(number))));
        for (const [at, result] of settled.entries())
          if (result.status === 'fulfilled') answers.set(batch[at] ?? -1, result.value);
        isAlive = settled.every(({ status }) => status === 'fulfilled');
        if (isAlive) next += 5;
      }
      await killed;
      client.close();
    }
    await start();
    const client = connectSigner(socket(), { timeoutMs: patienceMs });
    for (const [number, answer] of answers)
      if (answer.signed) expect(await client.sign(payout(number))).toEqual(answer);
    // What is left of the day is given out, and then all that was signed under whatever name is one day.
    let signed = 0;
    for (let number = 0; number < next + dayMax + 10; number += 1)
      if ((await client.sign(payout(number))).signed) signed += 1;
    expect(signed).toBe(dayMax);
    client.close();
  });

  it('ends in good order when it is told, or when its parent is gone, and leaves the folder free', async () => {
    const first = await start();
    const exit = once(first, 'exit');
    first.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(existsSync(join(folder, 'signer.lock'))).toBe(false);
    const second = await start();
    const ended = once(second, 'exit');
    second.stdin?.end();
    expect(await ended).toEqual([0, null]);
  });

  it('leaves a folder alone that another one has, and takes it over when that one was killed', async () => {
    const first = await start();
    expect(await complaintOf(spawnSigner(['--demo']))).toMatch(
      `1: The signer of ${folder} runs already, as process ${first.pid}`,
    );
    const client = connectSigner(socket(), { timeoutMs: patienceMs });
    expect((await client.identity()).demo).toBe(true);
    client.close();
    await end(first, 'SIGKILL');
    await start();
  });

  it('refuses a demo outside the demo, a wrong passphrase, a missing one, a damaged policy, a folder of others and a debugger, by name', async () => {
    await end(await start(), 'SIGTERM');
    const passphrase = join(folder, 'demo-passphrase');
    const outside = { SIGNER_PASSPHRASE_FILE: passphrase };
    expect(await complaintOf(spawnSigner([], outside))).toMatch(/^1: .*made for a demo/);
    expect(await complaintOf(spawnSigner([]))).toMatch(/^1: .*SIGNER_PASSPHRASE_FILE/);
    writeFileSync(join(folder, 'other'), 'wrong\n');
    const wrong = { SIGNER_PASSPHRASE_FILE: join(folder, 'other') };
    expect(await complaintOf(spawnSigner([], wrong))).toMatch(/^1: The passphrase is wrong/);
    writeFileSync(join(folder, 'signer.json'), JSON.stringify({ ...policy, allow: 'all' }));
    expect(await complaintOf(spawnSigner(['--demo']))).toMatch(/^1: .*signer.json cannot be used/);
    expect(await complaintOf(spawnSigner(['init']))).toMatch(/^1: There is a keystore/);
    chmodSync(folder, 0o770);
    expect(await complaintOf(spawnSigner([], outside))).toMatch(/^1: .*written by others.*chmod go-w/);
    const debugged = { ...outside, NODE_OPTIONS: '--inspect=127.0.0.1:0' };
    expect(await complaintOf(spawnSigner([], debugged))).toMatch(/^1: .*debugger open/s);
    expect(await complaintOf(spawnSigner(['pay']))).toMatch(/^1: Usage/);
  });

  it('does not start without its count, and begins a new one only when it is told and none is there', async () => {
    await end(await start(), 'SIGTERM');
    expect(await complaintOf(spawnSigner(['new-count']))).toMatch(/^1: There is a count/);
    rmSync(join(folder, 'count.log'));
    expect(await complaintOf(spawnSigner(['--demo']))).toMatch(/^1: The count of what was signed is missing/);
    expect(await complaintOf(spawnSigner(['new-count']))).toBe('0: ');
    await start();
  });

  it('says nothing of its words or its passphrase, and opens no debugger', async () => {
    const child = spawnSigner(['--demo']);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        said += text;
      });
    if (child.stdout) await once(child.stdout, 'data');
    // Node opens its debugger at this signal, and says so.
    child.kill('SIGUSR1');
    const client = connectSigner(socket(), { timeoutMs: patienceMs });
    await client.sign(payout(1));
    await client.sign({ ...payout(1), network: 'nowhere' });
    client.close();
    await end(child, 'SIGTERM');
    expect(said).toBe(`The signer listens on ${socket()}\n`);
    const secret = readFileSync(join(folder, 'demo-passphrase'), 'utf8').trim();
    for (const name of ['count.log', 'keystore.json', 'signer.json'])
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain(secret);
  });
});
