import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyPath, Payment, SigningAnswer, SigningRequest } from '@emporion/chains';
import { connectSigner, type SignerClient } from '@emporion/chains/signer-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

// Whoever has taken over the server has its user, its socket and its database, and asks the signer as it does. Each test is one who tries to take more than a day.
const program = join(import.meta.dirname, '..', '..', 'apps', 'signer', 'dist', 'signer.js');
const thief = '0x52908400098527886E0F7030069857D2E4169EE7';
const payee = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const token = '0xde709f2102306220921060314715629080e2fb77';
const dayMax = 100n;
const feeMax = 10n;
const topUpDayMax = 20n;
/** The server gives a signer ten seconds; here one that a slow machine holds up is no fault of it. */
const patienceMs = 300_000;

const policy = {
  version: 1,
  transactionsPerDay: 1_000,
  // A network with a day of its own for each who tries.
  networks: Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `network-${index + 1}`,
      {
        ...{ family: 'development', addressFormat: 'evm', feeCoin: 'ETH' },
        ...{ feeMax: String(feeMax), topUpDayMax: String(topUpDayMax), coldAddress: payee },
        coins: { ETH: { dayMax: String(dayMax) }, USDT: { contract: payee, dayMax: '1000' } },
      },
    ]),
  ),
};

let folder: string;
let signer: ChildProcess;
let client: SignerClient;
let network = '';
let networks = 0;
const socket = () => join(folder, 'signer.sock');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emporion-attack-'));
  writeFileSync(join(folder, 'signer.json'), JSON.stringify(policy));
  await start();
});
beforeEach(() => {
  networks += 1;
  network = `network-${networks}`;
});
afterAll(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  signer = spawn(process.execPath, [program, '--demo'], { env: { SIGNER_DIR: folder } });
  if (signer.stdout) await once(signer.stdout, 'data');
  client = connectSigner(socket(), { timeoutMs: patienceMs });
}
async function end(): Promise<void> {
  client?.close();
  if (!signer || signer.exitCode !== null || signer.signalCode !== null) return;
  const exit = once(signer, 'exit');
  signer.kill('SIGKILL');
  await exit;
}

let number = 0;
interface Tried {
  readonly id?: string;
  readonly kind?: SigningRequest['kind'];
  readonly payments?: readonly Payment[];
  readonly amount?: bigint;
  readonly to?: string;
  readonly nonce?: number;
  readonly fee?: bigint;
  readonly replaces?: string;
}
function request({
  id,
  kind = 'payout',
  payments,
  amount = 1n,
  to = thief,
  nonce,
  fee = 0n,
  replaces,
}: Tried): SigningRequest {
  number += 1;
  return {
    ...{ id: id ?? `try-${number}`, kind, network },
    payments: payments ?? [{ to, coin: 'ETH', amount }],
    terms: { family: 'development', from: { branch: 1, index: 0 }, nonce: nonce ?? number, fee },
    ...(replaces !== undefined && { replaces }),
  };
}
const answerOf = (answer: SigningAnswer) => (answer.signed ? 'signed' : answer.refusal);
const attempt = async (tried: Tried) => answerOf(await client.sign(request(tried)));

it('pays one day and no more: at once, in pieces, side by side, and over restarts', async () => {
  expect(await attempt({ amount: dayMax + 1n })).toBe('day_spent');
  const pieces = await Promise.all(Array.from({ length: 40 }, () => attempt({ amount: 10n })));
  expect(pieces.filter((answer) => answer === 'signed')).toHaveLength(10);
  expect(new Set(pieces)).toEqual(new Set(['signed', 'day_spent']));
  await end();
  await start();
  expect(await attempt({ amount: 1n })).toBe('day_spent');
});

it('counts many payments of one transaction as what they are together', async () => {
  const half = { to: thief, coin: 'ETH', amount: dayMax / 2n + 1n };
  expect(await attempt({ payments: [half, { ...half, to: payee }] })).toBe('day_spent');
});

it('burns no more by fees than one day allows, and none above the bound of one', async () => {
  expect(await attempt({ fee: feeMax + 1n })).toBe('fee_too_high');
  const burnt = await Promise.all(Array.from({ length: 30 }, () => attempt({ amount: 1n, fee: feeMax })));
  // Eleven of the day are gone with each.
  expect(burnt.filter((answer) => answer === 'signed')).toHaveLength(9);
  const sweeps = Array.from({ length: 30 }, () =>
    attempt({
      ...{ kind: 'sweep', fee: feeMax },
      payments: [{ to: thief, own: { branch: 1, index: 0 }, coin: 'ETH', amount: 1n }],
    }),
  );
  expect(new Set(await Promise.all(sweeps))).toEqual(new Set(['not_ours']));
});

it('calls no payout a sweep, a top-up or a cold payment', async () => {
  const own: KeyPath = { branch: 0, index: 3 };
  for (const kind of ['sweep', 'top-up'] as const) {
    expect(await attempt({ kind, amount: dayMax * 2n })).toBe('malformed');
    expect(await attempt({ kind, payments: [{ to: thief, own, coin: 'ETH', amount: 1n }] })).toBe('not_ours');
  }
  expect(await attempt({ kind: 'cold', amount: dayMax * 2n })).toBe('not_ours');
  expect(await attempt({ kind: 'gift' as never })).toMatch(/unknown_kind|malformed/);
});

it('pays nothing twice by a bump: other payees, another number, no higher fee, or what it never signed', async () => {
  const first = { id: 'rent', to: payee, amount: 60n, nonce: 1_000, fee: 1n };
  expect(await attempt(first)).toBe('signed');
  const bump = { ...first, replaces: 'rent', fee: 2n };
  expect(await attempt({ ...bump, id: 'b1', to: thief })).toBe('not_a_replacement');
  expect(await attempt({ ...bump, id: 'b2', amount: 61n })).toBe('not_a_replacement');
  expect(await attempt({ ...bump, id: 'b3', nonce: 1_001 })).toBe('not_a_replacement');
  expect(await attempt({ ...bump, id: 'b4', fee: 1n })).toBe('not_a_replacement');
  expect(await attempt({ ...bump, id: 'b5', replaces: 'never' })).toBe('not_a_replacement');
  expect(await attempt({ ...bump, id: 'b6', fee: feeMax + 1n })).toBe('fee_too_high');
  // A real one costs what its fee is higher, and leaves the rest of the day.
  expect(await attempt({ ...bump, id: 'b7' })).toBe('signed');
  expect(await attempt({ amount: 39n })).toBe('day_spent');
  expect(await attempt({ amount: 38n })).toBe('signed');
});

it('gives an id no second meaning, and the same signature for the same words', async () => {
  const words = { id: 'one', to: payee, amount: 5n, nonce: 7 };
  const first = await client.sign(request(words));
  expect(await client.sign(request(words))).toEqual(first);
  expect(await attempt({ ...words, to: thief })).toBe('id_reused');
  expect(await attempt({ ...words, nonce: 8 })).toBe('id_reused');
});

it('spends no other day by another name: coins and contracts are those of its own file', async () => {
  expect(await attempt({ payments: [{ to: thief, coin: 'USDT', contract: token, amount: 1n }] })).toBe(
    'unknown_coin',
  );
  expect(await attempt({ payments: [{ to: thief, coin: 'USDT', amount: 500n }] })).toBe('unknown_coin');
  expect(await attempt({ payments: [{ to: thief, coin: 'ETH', contract: payee, amount: 1n }] })).toBe(
    'unknown_coin',
  );
  expect(answerOf(await client.sign({ ...request({}), network: 'elsewhere' }))).toBe('unknown_network');
});

it('answers nothing but its lines: no keys, no files, no other words', async () => {
  for (const line of [
    '{"ask":"mnemonic"}',
    '{"ask":"sign","request":{}}',
    'GET / HTTP/1.1',
    '{"__proto__":{"signed":true}}',
  ]) {
    const stream = connect(socket());
    stream.write(`${line}\n`);
    const said = await Promise.race([
      once(stream, 'data').then(String),
      once(stream, 'close').then(() => ''),
    ]);
    stream.destroy();
    expect(said).not.toMatch(/signature|"raw"|"signed":true|mnemonic/);
  }
  expect(await attempt({ amount: 1n })).toBe('signed');
});
