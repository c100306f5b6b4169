import { rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { costOf, type SigningRequest } from '@emporion/chains';
import { connectSigner, type SignerClient, SignerUnavailable } from '@emporion/chains/signer-client';
import { signerLineBytesMax } from '@emporion/chains/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coldAddress, ownAddress, payee, payout, SignerBench, usdtContract } from '#testing/signer-bench.ts';
import { type SocketServer, serveSigner } from './socket-server.ts';

let bench: SignerBench;
let server: SocketServer;
let path: string;
let clients: SignerClient[];

beforeEach(async () => {
  bench = new SignerBench();
  path = join(bench.folder, 's.sock');
  server = await serveSigner(bench.signer, path);
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.close();
  await server.close();
  bench.remove();
});

function connect({ timeoutMs = 300_000 } = {}): SignerClient {
  const client = connectSigner(path, { timeoutMs });
  clients.push(client);
  return client;
}

/** What comes back for these bytes, until the other side ends the connection or a line is whole. */
async function send(bytes: string | Buffer): Promise<string> {
  const socket = createConnection(path);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
    if (answer.includes('\n')) socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await new Promise<void>((done) => socket.once('close', () => done()));
  return answer;
}

describe('the socket', () => {
  it('is for its owner alone, and has no path that the system would cut off', async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const long = join(bench.folder, 'x'.repeat(100));
    await expect(serveSigner(bench.signer, long)).rejects.toThrow('SIGNER_SOCKET');
  });

  it('is also for the members of a group that is named', async () => {
    const { gid } = statSync(bench.folder);
    const shared = join(bench.folder, 'shared.sock');
    const other = await serveSigner(bench.signer, shared, { group: `${gid}` });
    expect(statSync(shared)).toMatchObject({ gid });
    expect(statSync(shared).mode & 0o777).toBe(0o660);
    await other.close();
    await expect(serveSigner(bench.signer, shared, { group: 'nobody-has-it' })).rejects.toThrow(
      'SIGNER_SOCKET_GROUP',
    );
  });

  it('tells public keys and cold addresses, and nothing else', async () => {
    const identity = await connect().identity();
    expect(identity).toEqual(bench.signer.identity);
    expect(Object.keys(identity.networks)).toEqual(['ethereum', 'polygon', 'ripple']);
    expect(identity.networks.ethereum).toEqual({ publicKey: expect.stringMatching(/^xpub/), coldAddress });
    expect(JSON.stringify(identity)).not.toContain('xprv');
  });

  it('tells the coins of its file with their contracts, and no limits', async () => {
    const coins = await connect().coins();
    expect(coins?.ethereum).toMatchObject({ ETH: {}, USDT: { contract: usdtContract } });
    expect(Object.keys(coins ?? {})).toEqual(['ethereum', 'polygon', 'ripple']);
    expect(JSON.stringify(coins)).not.toContain('dayMax');
  });

  it('is asked for its coins on a connection of its own, so that an older signer, which ends it, still answers the rest', async () => {
    const old = join(bench.folder, 'old.sock');
    const names: string[] = [];
    // As signers answered before: a question that is not known ends the connection.
    const older = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk) => {
        const { call, ask } = JSON.parse(String(chunk));
        names.push(ask);
        if (ask !== 'identity') socket.destroy();
        else setImmediate(() => socket.write(`${JSON.stringify({ call, answer: bench.signer.identity })}\n`));
      });
    });
    await new Promise<void>((done) => older.listen(old, done));
    const client = connectSigner(old, { timeoutMs: 300_000 });
    clients.push(client);
    const [identity, coins] = await Promise.all([client.identity(), client.coins()]);
    expect([identity, coins]).toEqual([bench.signer.identity, undefined]);
    expect(names.toSorted()).toEqual(['coins', 'identity']);
    client.close();
    await new Promise<void>((done) => older.close(() => done()));
    await expect(connectSigner(join(bench.folder, 'none.sock')).coins()).rejects.toThrow(SignerUnavailable);
  });

  it('answers nothing to a line that is no question, and goes on with others', async () => {
    const lines = [
      '\n',
      '{}\n',
      'sign\n',
      '[]\n',
      '{"call":1}\n',
      '{"call":1,"ask":"keys"}\n',
      '{"call":1,"ask":"sign"}\n',
    ];
    lines.push(
      '{"call":1,"ask":"identity","request":{}}\n',
      '{"call":1,"ask":"identity","more":1}\n',
      '{"call":-1,"ask":"identity"}\n',
    );
    for (const line of lines) expect(await send(line), line).toBe('');
    expect(await send('{"call":7,"ask":"identity"}\n')).toContain('"call":7');
    expect(await send('{"call":7,"ask":"sign","request":{}}\n')).toContain('malformed');
  });

  it('ends a connection that sends a line without an end', async () => {
    expect(await send(Buffer.alloc(signerLineBytesMax + 100_000, 'x'))).toBe('');
    expect(await connect().identity()).toEqual(bench.signer.identity);
  });

  it('serves several at once, and together they get one day', async () => {
    const asks = Array.from({ length: 60 }, (_, at) =>
      clientFor(at).sign(
        payout(`id${at}`, { nonce: at, payments: [{ to: payee, coin: 'ETH', amount: 7n }] }),
      ),
    );
    const signed = (await Promise.all(asks)).filter((answer) => answer.signed);
    expect(signed).toHaveLength(14);
  });

  it('gives several who ask for one id one transaction', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => clientFor(at).sign(payout('one', { nonce: at % 2 }))),
    );
    expect(new Set(answers.map((answer) => (answer.signed ? answer.raw : answer.refusal))).size).toBe(2);
    expect(answers.filter((answer) => answer.signed)).toHaveLength(10);
  });

  function clientFor(at: number): SignerClient {
    return clients[at % 3] ?? connect();
  }
});

describe('whoever has the credentials of the server', () => {
  it('gets one day out of each coin, and burns no more than the day of rescues beside it by fees, bumps, sweeps, top-ups and cold payments', async () => {
    const client = connect();
    let spent = 0n;
    const own = { branch: 0, index: 1 } as const;
    const tries: ((at: number) => SigningRequest)[] = [
      (at) => payout(`fee${at}`, { nonce: at, fee: 10n }),
      (at) =>
        payout(`bump${at}`, {
          nonce: 0,
          fee: BigInt(at % 11),
          replaces: at === 0 ? 'fee0' : `bump${at - 1}`,
        }),
      (at) =>
        payout(`sweep${at}`, {
          kind: 'sweep',
          nonce: 100 + at,
          fee: 9n,
          payments: [{ to: ownAddress(own), own, coin: 'ETH', amount: 1n }],
        }),
      (at) =>
        payout(`top${at}`, {
          kind: 'top-up',
          nonce: 200 + at,
          fee: 9n,
          payments: [{ to: ownAddress(own), own, coin: 'ETH', amount: 1n }],
        }),
      (at) =>
        payout(`cold${at}`, {
          kind: 'cold',
          nonce: 300 + at,
          fee: 9n,
          payments: [{ to: coldAddress, coin: 'ETH', amount: 1n }],
        }),
      (at) =>
        payout(`token${at}`, {
          nonce: 400 + at,
          fee: 9n,
          payments: [{ to: payee, coin: 'USDT', contract: usdtContract, amount: 1n }],
        }),
      (at) => payout(`whole${at}`, { nonce: 500 + at, payments: [{ to: payee, coin: 'ETH', amount: 100n }] }),
    ];
    const refusals = new Set<string>();
    for (let at = 0; at < 12; at += 1)
      for (const ask of tries) {
        const request = ask(at);
        const answer = await client.sign(request);
        if (!answer.signed) refusals.add(answer.refusal);
        else if (request.replaces === undefined)
          spent +=
            costOf(request.terms) +
            (request.kind === 'payout' && request.payments[0]?.coin === 'ETH' ? 1n : 0n);
      }
    expect(spent).toBeLessThanOrEqual(120n);
    expect([...refusals].sort()).toEqual(['day_spent', 'not_a_replacement']);
  });
});

describe('the client', () => {
  it('says that the signer is away, and finds it when it is back', async () => {
    const client = connect();
    const first = await client.sign(payout('a'));
    await server.close();
    await expect(client.sign(payout('a'))).rejects.toBeInstanceOf(SignerUnavailable);
    await expect(client.sign(payout('a'))).rejects.toMatchObject({ wasAsked: false });
    await expect(client.identity()).rejects.toBeInstanceOf(SignerUnavailable);
    server = await serveSigner(bench.signer, path);
    expect(await client.sign(payout('a'))).toEqual(first);
  });

  it('gives up on a signer that hangs, or that answers nonsense', async () => {
    const { createServer } = await import('node:net');
    for (const answer of [
      '',
      'nonsense\n',
      '{"call":1,"answer":{"signed":true}}\n',
      '{"call":1,"answer":{"signed":false,"refusal":"x","reason":"y"}}\n',
    ]) {
      const other = join(bench.folder, 'other.sock');
      rmSync(other, { force: true });
      const fake = createServer((socket) =>
        socket.on('data', () => socket.write(answer)).on('error', () => undefined),
      );
      await new Promise<void>((done) => fake.listen(other, done));
      const client = connectSigner(other, { timeoutMs: 200 });
      // A machine that stands still for so long gives up before the question went out, and says so: then it is asked again.
      const refusal = () => client.sign(payout('a')).catch((error: unknown) => error);
      await expect
        .poll(refusal, { message: answer })
        .toMatchObject({ name: 'SignerUnavailable', wasAsked: true });
      client.close();
      fake.close();
    }
  });
});

it('signs no more, and says so, when the count cannot be kept', async () => {
  writeFileSync(join(bench.folder, 'count.log'), 'somebody else', { flag: 'a' });
  await expect(connect().sign(payout('a'))).rejects.toBeInstanceOf(SignerUnavailable);
  expect(await server.failed).toMatchObject({ name: 'CountFault' });
});
