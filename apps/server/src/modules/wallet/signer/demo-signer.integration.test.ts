import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressFormats, publicKeyAt } from '@emporion/chains';
import { connectSigner } from '@emporion/chains/signer-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folders } from '#platform/folders.ts';
import { type DemoSignerNetwork, startDemoSigner } from './demo-signer.ts';
import { keepRunning } from './keep-running.ts';

let dataFolder: string;
beforeAll(() => {
  execFileSync(process.execPath, [join(folders.root, 'scripts', 'build.mjs'), 'signer']);
  dataFolder = mkdtempSync(join(tmpdir(), 'emporion-demo-signer-'));
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

const tron: DemoSignerNetwork = {
  code: 'tron',
  addressFormat: 'tron',
  memo: undefined,
  feeCoin: 'TRX',
  feeMax: 10n,
  topUpDayMax: 10n,
  coins: [
    { coin: 'TRX', contract: undefined, dayMax: 100n },
    { coin: 'USDT', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', dayMax: 100n },
  ],
};

it('starts a signer with keys of its own, which it has again at the next start, and which ends when it is stopped', async () => {
  const keys: string[] = [];
  const cold: string[] = [];
  for (const folder of [dataFolder, dataFolder, join(dataFolder, 'deep'.repeat(30))]) {
    const signer = await startDemoSigner({ dataFolder: folder, networks: [tron] });
    expect(statSync(signer.socket).mode & 0o777).toBe(0o600);
    const client = connectSigner(signer.socket, { timeoutMs: 300_000 });
    const { demo, networks } = await client.identity();
    // Of keys that lie elsewhere than the signer's own.
    expect(networks.tron?.coldAddress).toMatch(/^T\w{33}$/);
    cold.push(networks.tron?.coldAddress ?? '');
    expect(existsSync(join(folder, 'cold-keys', 'keystore.json'))).toBe(true);
    const publicKey = networks.tron?.publicKey ?? '';
    keys.push(publicKey);
    expect(demo).toBe(true);
    const address = addressFormats.tron.fromPublicKey(publicKeyAt(publicKey, { branch: 0, index: 0 }));
    const answer = await client.sign({
      id: 'a',
      kind: 'payout',
      network: 'tron',
      payments: [{ to: address, coin: 'TRX', amount: 1n }],
      terms: { family: 'development', from: { branch: 1, index: 0 }, nonce: 0, fee: 1n },
    });
    expect(answer.signed).toBe(true);
    client.close();
    await signer.stop();
    await signer.ended;
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(cold[1]).toBe(cold[0]);
  expect(cold[2]).not.toBe(cold[0]);
});

it('is started again when it is killed, and signs again at the same socket', async () => {
  const seen: string[] = [];
  const kept = await keepRunning({
    start: () => startDemoSigner({ dataFolder, networks: [tron] }),
    onEnded: () => void seen.push('ended'),
    onStartFailed: (error) => void seen.push(String(error)),
    onRestarted: () => void seen.push('restarted'),
    pausesMs: { min: 1, max: 1_000 },
  });
  const { socket, pid = 0 } = kept.current;
  const client = connectSigner(socket, { timeoutMs: 300_000 });
  const before = await client.identity();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => seen).toContain('restarted');
  expect(kept.current.pid).not.toBe(pid);
  // The old connection broke; the next question makes another.
  expect(await client.identity()).toEqual(before);
  expect(await client.coins()).toMatchObject({ tron: { TRX: {}, USDT: { contract: expect.any(String) } } });
  client.close();
  await kept.stop();
});

it('says why it did not start', async () => {
  const wrong = { ...tron, feeCoin: 'BTC' };
  await expect(startDemoSigner({ dataFolder, networks: [wrong] })).rejects.toThrow(
    'feeCoin must be one of its coins',
  );
});
