import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountKeys, addressFormats, seedOf } from '@emporion/chains';
import { afterAll, expect, it } from 'vitest';
import { extent } from '../extent.ts';
import type { MortalExchange } from '../support/mortal-exchange.ts';
import {
  killProcess,
  type PausePoint,
  pausePoints,
  startSigner,
  Withdrawer,
} from '../support/payout-kills.ts';
import { killSeed, seededNumbers } from '../support/seeded-numbers.ts';

/** The fewest that have the server die, both at once, and the signer twice; that every step may break off is asked of one process, see crash.integration.test.ts. */
const kills = extent({ usual: 4, all: 100 });
/** In units of a hundred-millionth: a hundred of them are within a day's limit. */
const units = 1_000_000;
const amount = '0.01';

/** The keys of the demo are those of its first start, and its signer is a child of the server. When it is killed that one ends too, and from then on this one runs beside it. */
let signer: ChildProcess | undefined;

interface Kill {
  readonly point: PausePoint;
  readonly victims: readonly ('server' | 'signer')[];
  /** Whether what the server had sent to the database is lost with it. */
  readonly isLost: boolean;
}

/** Where the signer has something to lose. */
const signerPoints: readonly PausePoint[] = ['payouts:building', 'payouts:built', 'payouts:signed'];

/** In the seed's order: the server, whose start is slow, at other points in every short run, every third time with the signer, and twice as often the signer alone. */
function killsOf(below: (limit: number) => number): Kill[] {
  const shuffled = <Point>(points: readonly Point[]) =>
    points.map((point) => ({ point, at: below(1_000) })).sort((a, b) => a.at - b.at);
  const ofServer = Math.ceil(kills / 3);
  const ofSigner = () => signerPoints[below(signerPoints.length)] ?? 'payouts:built';
  let order: PausePoint[] = [];
  return Array.from({ length: kills }, (_, index): Kill => {
    const isLost = below(2) === 0;
    if (index >= ofServer) return { point: ofSigner(), victims: ['signer'], isLost };
    if (index % pausePoints.length === 0) order = shuffled(pausePoints).map(({ point }) => point);
    // The first server to die takes its own signer along, so another one has to run before both are killed.
    if (index % 3 === 1) return { point: ofSigner(), victims: ['server', 'signer'], isLost };
    const point = order[index % pausePoints.length] ?? 'payouts:signed';
    return { point, victims: ['server'], isLost };
  });
}

async function strike(
  exchange: MortalExchange,
  { point, victims, isLost }: Kill,
  withdrawing: () => Promise<void>,
): Promise<void> {
  const { pause } = exchange;
  const signerFolder = join(exchange.dataFolder, 'signer');
  await pause.arm(point);
  const done = withdrawing();
  const pid = await Promise.race([pause.paused(), done.then(() => pause.paused())]);
  const isServerKilled = victims.includes('server');
  if (victims.includes('signer') && signer) await killProcess(signer);
  if (isServerKilled) await exchange.kill();
  await pause.release(isServerKilled && isLost ? pid : undefined);
  if (!signer || victims.includes('signer')) signer = await startSigner(signerFolder);
  if (isServerKilled) await exchange.start({ SIGNER_SOCKET: join(signerFolder, 'signer.sock') });
  await done;
}

/** The processes that were started by this one and run such a program. */
function childrenOf(parent: number, program: string): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
  return children
    .map(Number)
    .filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program));
}

/** Addresses that nobody else pays to. */
function outsideAddresses(): string[] {
  const keys = new AccountKeys(seedOf(`${'abandon '.repeat(23)}art`), 'bitcoin');
  return Array.from({ length: kills + 1 }, (_, index) =>
    addressFormats.bitcoin.fromPublicKey(keys.publicKey({ branch: 0, index })),
  );
}

export function payoutKills(exchangeOf: () => MortalExchange): void {
  afterAll(async () => {
    if (signer) await killProcess(signer);
  });

  it('a signer of the demo that was killed is started again, and a payout still goes out', async () => {
    const { pause, url, product } = exchangeOf();
    const signers = () => childrenOf(product.child.pid ?? 0, 'signer.js');
    const [pid = 0] = signers();
    process.kill(pid, 'SIGKILL');
    const person = new Withdrawer(url, { email: 'trader@emporion.test', pause });
    const [address] = outsideAddresses().slice(-1);
    await person.withdraw({
      ...{ currency: 'BTC', network: 'bitcoin', amount, address },
      client_id: 'signer-dies',
    });
    const open = `select from withdrawals where status <> 'completed' or books <> 'settled'`;
    await expect.poll(() => pause.query(open), { interval: 200 }).toEqual([]);
    const [next] = signers();
    expect(next).toBeGreaterThan(0);
    expect(next).not.toBe(pid);
    expect(product.output()).toContain('the signer of the demo ended, and is started again');
  });

  it(
    `kill -9 of server or signer between the steps of a payout, ${kills} times: one broadcast, one debit`,
    async () => {
      process.stdout.write(`payout kills: seed ${killSeed}\n`);
      const exchange = exchangeOf();
      const { pause, url } = exchange;
      const payees = outsideAddresses().slice(0, kills);
      const person = new Withdrawer(url, { email: 'trader@emporion.test', pause });
      const before = Number(await person.balance('BTC'));
      for (const [index, kill] of killsOf(seededNumbers(killSeed)).entries()) {
        const asked = { currency: 'BTC', network: 'bitcoin', amount, address: payees[index] };
        await strike(exchange, kill, () => person.withdraw({ ...asked, client_id: `kill-${index}` }));
      }
      const open = `select status, books from withdrawals where status <> 'completed' or books <> 'settled'`;
      await expect.poll(() => pause.query(open), { interval: 200 }).toEqual([]);

      const paid = await pause.query<{ recipient: string; count: number; sum: string }>(`
    select recipient, count(*)::int as count, sum(amount)::text as sum from development_transfers
    join development_transactions on id = transaction_id and height is not null
    where recipient in (${payees.map((each) => `'${each}'`).join(', ')}) group by recipient
  `);
      expect(paid.map(({ count, sum }) => ({ count, sum }))).toEqual(
        payees.map(() => ({ count: 1, sum: String(units) })),
      );
      const [fees] = await pause.query<{ sum: number }>(
        "select sum(amount + fee)::float8 as sum from withdrawals where client_id like 'kill-%'",
      );
      expect(before - Number(await person.balance('BTC'))).toBeCloseTo(fees?.sum ?? 0, 6);
    },
    extent({ usual: 600_000, all: 3_600_000 }),
  );
}
