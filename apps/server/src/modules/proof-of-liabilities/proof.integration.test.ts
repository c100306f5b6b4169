import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { checkFile, checkProof, parseHash } from '@emporion/contracts/liabilities';
import {
  apiBase,
  type LiabilitiesProof,
  LiabilitiesRun,
  liabilitiesEndpoints,
  OwnLiabilities,
  publicApiBase,
} from '@emporion/contracts/rest';
import { formatDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobPayload } from '#platform/jobs/jobs.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { verifyJournal } from '#runtime/index.ts';
import { booked, testDeposit } from '#runtime/testing/booked.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { proofOfLiabilitiesModule } from './index.ts';
import { publicationSecrets, readPublicationKey } from './publication-key.ts';
import { askForPublications, publishJob, runPublication } from './publish.ts';
import { askForDue } from './schedule.ts';
import { publicationsPart } from './verify-publications.ts';

let exchange: StaffedExchange;
let operator: Member;
let trader: Member;
let second: Member;
let btc: LiabilitiesProof;
let eth: LiabilitiesProof;
const waiting: JobPayload[] = [];
const jobs = {
  add: async (name: string, payload: JobPayload) => {
    expect(name).toBe(publishJob);
    waiting.push(payload);
  },
  stop: async () => undefined,
};

const run = (payload: unknown, isLastAttempt = false) =>
  runPublication(payload, {
    platform: exchange.platform,
    attempt: 1,
    isLastAttempt,
    signal: new AbortController().signal,
  });
const runAll = async () => {
  for (const payload of waiting.splice(0)) await run(payload);
};
const execute = async (command: CommandRequest) =>
  expect(await exchange.runtime.execute(command)).toMatchObject({ status: 'accepted' });
const ask = async (coins: readonly string[]) =>
  exchange.platform.database.kysely
    .transaction()
    .execute((transaction) =>
      askForPublications(transaction, exchange.platform, { coins, requestedBy: null, reason: null }),
    );
const look = async (path: string, headers: Record<string, string> = {}) =>
  exchange.app.inject({ method: 'GET', url: `${publicApiBase}${path}/`, headers });
const list = async (coin: string) =>
  liabilitiesEndpoints.list.response
    .parse((await look(`liabilities`)).json())
    .results.filter((each) => each.coin === coin);
const fileOf = async ({ id }: LiabilitiesProof) => (await look(`liabilities/${id}/file`)).body;
const own = async (member: Member, { id }: LiabilitiesProof) =>
  OwnLiabilities.parse((await member.call({ path: `liabilities/${id}/own` })).body);
/** The users' side of the ledger, and what is in flight. */
const owed = (coin: string) =>
  exchange.runtime.read(({ ledger }) => {
    let sum = 0n;
    for (const [account, wallet] of ledger.wallets)
      if (!account.startsWith('house:') || account.startsWith('house:in-flight:'))
        sum += wallet.balances.get(coin)?.total ?? 0n;
    return sum;
  });

beforeAll(async () => {
  exchange = await openStaffedExchange({ modules: [proofOfLiabilitiesModule], jobs });
  operator = await exchange.member('operator');
  trader = await exchange.member('trader');
  second = await exchange.member('second');
  const { id: account } = trader;
  for (const each of [account, second.id])
    await exchange.runtime.execute({ kind: 'OpenAccount', key: `account:${each}:open`, account: each });
  const deposits: [string, string, bigint][] = [
    [account, 'BTC', 250_000_001n],
    [account, 'ETH', 10n ** 20n + 1n],
    [second.id, 'BTC', 7n],
    [second.id, 'USDT', 900_000_000n],
    [second.id, 'ETH', 1n],
  ];
  for (const [to, coin, amount] of deposits)
    await execute({ ...testDeposit, ...booked(`deposit:${to}:${coin}`), account: to, coin, amount });
  const order = { type: 0, pair: 'BTC-USDT', operation: 'sell', quantity: '0.5', price: '90000' };
  expect((await trader.call({ method: 'POST', path: 'orders', body: order })).status).toBe(200);
  const money = { account, coin: 'BTC', network: 'bitcoin' };
  for (const [withdrawalId, amount] of [
    ['held', 11_000_000n],
    ['sent', 13_000_000n],
  ] as const)
    await execute({
      kind: 'HoldWithdrawal',
      ...booked(`hold:${withdrawalId}`),
      ...money,
      withdrawalId,
      amount,
      fee: 1_000n,
    });
  await execute({ kind: 'SendWithdrawal', ...booked('send'), withdrawalId: 'sent' });
  await execute({
    kind: 'LockCode',
    ...booked('code'),
    codeId: '1',
    account,
    coin: 'BTC',
    amount: 5_000_000n,
  });
});
afterAll(() => exchange.close());

describe('an operator', () => {
  const body = { reason: 'Quarterly audit' };
  const start = async (member: Member, more: object) =>
    member.call({ method: 'POST', path: 'admin/liabilities', body: { ...body, ...more } });

  it('is asked for a fresh code and a reason, and others are refused', async () => {
    expect(await start(operator, {})).toMatchObject({ status: 401, body: { code: 'two_factor_required' } });
    expect(await start(operator, { reason: ' ' })).toMatchObject({ status: 422 });
    expect(await start(operator, { coin: 'NOPE' })).toMatchObject({
      status: 422,
      body: { code: 'coin_invalid' },
    });
    expect(await start(trader, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await trader.call({ path: 'admin/liabilities' })).status).toBe(404);
    expect(waiting).toEqual([]);
  });

  it('has the proof of every coin made, each once, and sees how far it is', async () => {
    const { status, body: answer } = await start(operator, { confirmation: await operator.freshCode() });
    expect(status).toBe(200);
    expect(answer.results).toHaveLength(9);
    expect(waiting).toHaveLength(9);
    const again = await start(operator, { coin: 'BTC', confirmation: await operator.freshCode() });
    expect(again.body.results).toEqual([
      expect.objectContaining({ coin: 'BTC', status: 'waiting', progress: 0, reason: 'Quarterly audit' }),
    ]);
    expect(waiting).toHaveLength(9);
    expect((await look('liabilities')).json()).toEqual({ results: [], more: false });
    await runAll();
    const { body: shown } = await operator.call({ path: 'admin/liabilities' });
    for (const each of shown.results)
      expect(LiabilitiesRun.parse(each)).toMatchObject({
        status: 'published',
        progress: 100,
        requested_by: operator.id,
      });
    const { rows } = await sql<{ details: object }>`
      select details from security_events where event = 'liabilities_proof_requested' and actor_id = ${operator.id}
    `.execute(exchange.platform.database.kysely);
    expect(rows.map(({ details }) => details)).toEqual([
      { coin: null, reason: 'Quarterly audit' },
      { coin: 'BTC', reason: 'Quarterly audit' },
    ]);
    [btc] = (await list('BTC')) as [LiabilitiesProof];
    [eth] = (await list('ETH')) as [LiabilitiesProof];
  });
});

describe('what is published', () => {
  it('is all that is owed, to the unit: free, in orders, held, in flight and behind codes', async () => {
    const total = await owed('BTC');
    // What was deposited, less the fee of the withdrawal that was sent.
    expect(total).toBe(250_000_001n + 7n - 1_000n);
    expect(btc).toMatchObject({ total: formatDecimal(total, 8), in_flight: '0.13', decimals: 8 });
    const checked = await checkFile((await fileOf(btc)).trimEnd().split('\n'));
    expect(checked).toMatchObject({
      ok: true,
      value: { total, root: btc.root, height: BigInt(btc.height), leaves: btc.leaves },
    });
  });

  it('is rounded up to a coarser unit where all of it would not fit into 64 bits', async () => {
    const total = await owed('ETH');
    expect(total).toBe(10n ** 20n + 2n);
    expect(eth.decimals).toBe(17);
    // Two balances, each rounded up by nine of the ledger's units.
    expect(eth.total).toBe(formatDecimal(total + 18n, 18));
    expect((await fileOf(eth)).split('\n')[0]).toBe(
      `block_height:${eth.height},coin:ETH,decimals:17,time:${eth.time}`,
    );
  });

  it('is one moment for one coin, found without a login, and its file as often packed as plain', async () => {
    expect((await look(`liabilities/${btc.id}`)).json()).toEqual(btc);
    const plain = await look(`liabilities/${btc.id}/file`);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="liabilities-BTC-${btc.height}.csv"`,
    });
    const packed = await look(`liabilities/${btc.id}/file`, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(plain.body).toHaveLength(btc.bytes);
  });

  it('has its digest and its root in the journal', async () => {
    const { rows } = await sql<{ number: number }>`
      select number::float8 as number from journal where number = ${btc.anchored}
    `.execute(exchange.platform.database.kysely);
    expect(rows).toHaveLength(1);
    expect(btc.anchored).toBeGreaterThan(btc.height);
  });

  it.each(['', '/file', '/own'])(
    'is not found at an id that nothing has: liabilities/:id%s',
    async (rest) => {
      const id = '00000000-0000-4000-8000-000000000000';
      expect(await trader.call({ path: `liabilities/${id}${rest}` })).toMatchObject({
        status: 404,
        body: { code: 'proof_not_found' },
      });
      expect((await trader.call({ path: `liabilities/nonsense${rest}` })).status).toBe(422);
    },
  );

  it('is listed by coin, and no coin that does not exist', async () => {
    expect((await look('liabilities')).json().results).toHaveLength(9);
    expect((await exchange.app.inject(`${publicApiBase}liabilities/?coin=BTC`)).json().results).toEqual([
      btc,
    ]);
    expect((await exchange.app.inject(`${publicApiBase}liabilities/?coin=NOPE`)).json()).toMatchObject({
      code: 'coin_invalid',
    });
    expect((await exchange.app.inject(`${publicApiBase}liabilities/?limit=2`)).json()).toMatchObject({
      more: true,
    });
  });
});

describe('one’s own leaves', () => {
  it('come to what one had and lead to the root', async () => {
    const mine = await own(trader, btc);
    expect(mine.account_id).toBe(trader.id);
    expect(mine.leaves.length).toBeGreaterThan(1);
    expect(await checkProof(mine)).toEqual({ ok: true, value: 250_000_001n - 13_001_000n });
    expect(mine.amount).toBe('2.36999001');
    const theirs = await own(second, btc);
    expect(await checkProof(theirs)).toEqual({ ok: true, value: 7n });
    expect(theirs.account_nonce).not.toBe(mine.account_nonce);
    const found = await checkFile((await fileOf(btc)).trimEnd().split('\n'), {
      key: parseHash(mine.nonce) as Uint8Array,
    });
    expect(found).toMatchObject({ ok: true, value: { own: { value: 236_999_001n } } });
  });

  it('are none for whoever had nothing, and nobody else’s to see', async () => {
    const none = await own(operator, btc);
    expect(none).toMatchObject({ leaves: [], amount: '0' });
    expect(await checkProof(none)).toEqual({ ok: true, value: 0n });
    const answer = await exchange.app.inject(`${apiBase}liabilities/${btc.id}/own/`);
    expect(answer.statusCode).toBe(401);
    expect(await checkProof({ ...(await own(trader, btc)), account_id: second.id })).toMatchObject({
      ok: false,
    });
  });

  it('have another nonce in each publication', async () => {
    expect((await own(trader, eth)).account_nonce).not.toBe((await own(trader, btc)).account_nonce);
  });
});

const python = spawnSync('python3', ['--version']).status === 0;
describe.skipIf(!python)('the checker in Python', () => {
  const program = fileURLToPath(
    new URL('../../../../../docs/proof-of-liabilities/check.py', import.meta.url),
  );
  const folder = mkdtempSync(join(tmpdir(), 'emporion-proof-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** As the command would answer each list of arguments, in one process: most of a call is the start of Python. */
  const checkAll = (calls: readonly string[][]): { status: number; last: string; stdout: string }[] => {
    const driver = `
import contextlib, io, json, runpy, sys
main = runpy.run_path(sys.argv[1])["main"]
answers = []
for call in json.load(sys.stdin):
    sys.argv[1:] = call
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = main()
    answers.append({"status": status, "stdout": said.getvalue(), "last": said.getvalue().splitlines()[-1]})
print(json.dumps(answers))`;
    const input = JSON.stringify(calls);
    const { stdout, stderr } = spawnSync('python3', ['-c', driver, program], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  const written = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('finds the tree, and one’s own leaves in it, to hold', async () => {
    const tree = written('tree.csv', await fileOf(btc));
    const mine = await own(trader, btc);
    const proof = written('proof.json', JSON.stringify(mine));
    const told = ['--root', btc.root, '--digest', btc.digest, '--total', mine.total_value];
    const nonce = ['--account-id', trader.id, '--account-nonce', mine.account_nonce];
    const args = [program, tree, '--proof', proof, ...told, ...nonce];
    const { status, stdout } = spawnSync('python3', args, { encoding: 'utf8' });
    expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, 'HOLDS']);
    expect(stdout.match(/Together: 2\.36999001 BTC \(236999001 units\)/g)).toHaveLength(2);
    expect(stdout).toContain(`of account ${mine.account} lead`);
  });

  it('refuses each spoiled file', async () => {
    const lines = (await fileOf(btc)).trimEnd().split('\n');
    const leaf = lines.at(-1) ?? '';
    const text = (changed: readonly string[]) => `${changed.join('\n')}\n`;
    const flipped = (line = '') => `${line.startsWith('0') ? '1' : '0'}${line.slice(1)}`;
    const spoiled: Record<string, string> = {
      'cut off': text(lines).slice(0, -1),
      'no header': text(lines.slice(1)),
      'a leaf less': text(lines.slice(0, -1)),
      'two leaves less': text(lines.slice(0, -2)),
      'a hash touched': text(lines.with(-1, flipped(leaf))),
      'an inner hash touched': text(lines.with(2, flipped(lines[2]))),
      'a larger leaf': text(lines.with(-1, `${leaf}0`)),
      'a smaller total': text(lines.with(1, (lines[1] ?? '').slice(0, -1))),
      'a negative value': text(lines.with(-1, leaf.replace(',', ',-'))),
      'a value beyond 64 bits': text(lines.with(-1, `${leaf.slice(0, 65)}${2n ** 64n}`)),
      'two leaves exchanged': text([...lines.slice(0, -2), leaf, lines.at(-2) ?? '']),
      nothing: '',
    };
    const tree = written('tree.csv', text(lines));
    const told = [
      ['--root', '0'],
      ['--digest', '0'],
      ['--total', '1'],
    ].map((option) => [tree, ...option]);
    const names = [...Object.keys(spoiled), 'another root', 'another digest', 'another total'];
    const files = Object.values(spoiled).map((content, at) => [written(`spoiled-${at}.csv`, content)]);
    const verdicts = checkAll([...files, ...told]);
    expect(verdicts.map(({ status, last }, at) => [names[at], status, last])).toEqual(
      names.map((name) => [name, 1, expect.stringMatching(/^REFUSED: /)]),
    );
  });

  it('refuses each spoiled proof', async () => {
    const mine = await own(trader, btc);
    const [leaf] = mine.leaves as [OwnLiabilities['leaves'][number]];
    const spoiled: Record<string, object> = {
      'of somebody else': { account_id: second.id },
      'another nonce': { account_nonce: '00'.repeat(32) },
      'another height': { height: mine.height + 1 },
      'another root': { root: '00'.repeat(32) },
      'another total': { total_value: '1' },
      'a leaf twice': { leaves: [leaf, leaf] },
      'a larger leaf': { leaves: [{ ...leaf, value: `${leaf.value}0` }] },
      'no path': { leaves: [{ ...leaf, path: [] }] },
      'a shorter path': { leaves: [{ ...leaf, path: leaf.path.slice(1) }] },
      'a negative value': {
        leaves: [{ ...leaf, path: leaf.path.map((step) => ({ ...step, value: '-1' })) }],
      },
      'nothing of it': { leaves: null },
    };
    const proofs = Object.values(spoiled).map((change, at) => [
      '--proof',
      written(`spoiled-${at}.json`, JSON.stringify({ ...mine, ...change })),
    ]);
    const other = written('other.csv', await fileOf(eth));
    const verdicts = checkAll([...proofs, [other, '--proof', written('proof.json', JSON.stringify(mine))]]);
    expect(verdicts.pop()?.last).toBe('REFUSED: the proof is of another tree.');
    const names = Object.keys(spoiled);
    expect(verdicts.map(({ status }, at) => [names[at], status])).toEqual(names.map((name) => [name, 1]));
  });
});

describe('the verification', () => {
  const problems = async () => {
    const { findings } = await verifyJournal(exchange.test.database.pool, [publicationsPart()]);
    return findings.find(({ name }) => name === 'Proofs of liabilities')?.problems;
  };

  it('finds every publication as the journal has it', async () => {
    expect(await problems()).toEqual([]);
  });

  it.each([
    ['a smaller total', 'update liability_publications set total = total - 1', 'were owed'],
    ['a larger total', 'update liability_publications set total = total + 1', 'rounded up'],
    ['another root', "update liability_publications set root = sha256('x')", 'does not have its digest'],
    ['another digest', "update liability_publications set digest = sha256('x')", 'does not have its digest'],
    ['another moment', 'update liability_publications set height = height - 2', 'does not have its digest'],
    [
      'a part of another',
      `update liability_parts set content = (select content from liability_parts where publication = '$other')`,
      'its file is of another tree',
    ],
    ['a part that is no file', "update liability_parts set content = 'x'", 'its file cannot be read'],
    ['a part that is gone', 'delete from liability_parts', 'of its file is wrong'],
    ['no publication', 'delete', 'a proof that is gone'],
  ])('finds one with %s', async (_what, statement, sentence) => {
    const client = await exchange.test.database.pool.connect();
    try {
      await client.query('BEGIN');
      const column = statement.includes('liability_parts') ? 'publication' : 'id';
      if (statement === 'delete') {
        for (const table of ['liability_parts', 'liability_leaves'])
          await client.query(`delete from ${table} where publication = $1`, [btc.id]);
        await client.query('delete from liability_publications where id = $1', [btc.id]);
      } else await client.query(`${statement.replace('$other', eth.id)} where ${column} = $1`, [btc.id]);
      // The verification looks through a pool of its own connection: here it is the one that has tampered.
      const connection = {
        query: (text: string, values?: unknown[]) =>
          text.startsWith('BEGIN') ? undefined : client.query(text, values),
        release: () => undefined,
      };
      const pool = { connect: async () => connection } as never;
      const { findings } = await verifyJournal(pool, [publicationsPart()]);
      const found = findings.find(({ name }) => name === 'Proofs of liabilities');
      expect(found?.problems.join('\n')).toContain(sentence);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('a publication', () => {
  const { stringify } = JSON;

  it('that was interrupted while its tree was made is made anew', async () => {
    const [id = ''] = await ask(['USDT']);
    const { pool } = exchange.platform.database;
    await pool.query("update liability_publications set status = 'building', progress = 40 where id = $1", [
      id,
    ]);
    await pool.query("insert into liability_parts values ($1, 0, 'half')", [id]);
    await pool.query("insert into liability_leaves values ($1, 'somebody', '{1}')", [id]);
    await runAll();
    const [found] = await list('USDT');
    expect(found?.id).toBe(id);
    expect(await checkProof(await own(second, found as LiabilitiesProof))).toEqual({
      ok: true,
      value: 900_000_000n,
    });
  });

  it('that was interrupted after its digest came into the journal is published with it, and once', async () => {
    const [id = ''] = await ask(['USDT']);
    await runAll();
    const before = (await list('USDT'))[0];
    expect(before?.id).toBe(id);
    await exchange.platform.database.pool.query(
      `update liability_publications set status = 'built', published_at = null, anchored_batch = null where id = $1`,
      [id],
    );
    const { findings } = await verifyJournal(exchange.test.database.pool, [publicationsPart()]);
    expect(findings.flatMap(({ problems }) => problems)).toEqual([]);
    await run({ id });
    await run({ id });
    expect(stringify({ ...(await list('USDT'))[0], published: '', anchored: 0 })).toBe(
      stringify({ ...before, published: '', anchored: 0 }),
    );
  });

  it('is not made of books that do not balance, nor of a balance below zero, and says why', async () => {
    const { pool } = exchange.platform.database;
    // The database itself refuses it, as the core does.
    const alter = 'update balances set available = available + $1 where account = $2 and coin = $3';
    await expect(pool.query(alter, [-900_000_001, second.id, 'USDT'])).rejects.toThrow(
      'balances_are_allowed',
    );
    await pool.query('alter table balances drop constraint balances_are_allowed');
    const changes: [reason: string, ...[account: string, amount: number][]][] = [
      ['all accounts together have 1 of USDT', [second.id, 1]],
      [
        `${second.id} has less than nothing of USDT`,
        [second.id, -900_000_001],
        ['house:custody:testnet', 900_000_001],
      ],
    ];
    for (const [reason, ...changed] of changes) {
      const [id = ''] = await ask(['USDT']);
      for (const [account, amount] of changed) await pool.query(alter, [amount, account, 'USDT']);
      await expect(run(waiting.pop(), true)).rejects.toThrow(reason);
      for (const [account, amount] of changed) await pool.query(alter, [-amount, account, 'USDT']);
      const { body } = await operator.call({ path: 'admin/liabilities' });
      expect(body.results[0]).toMatchObject({ id, status: 'failed', failure: reason });
    }
  });

  it('opens with another secret after a rotation', async () => {
    const { kysely } = exchange.platform.database;
    const { config } = exchange.platform;
    const to = { secret: 'another-secret-of-enough-length-0123456789' };
    const key = await readPublicationKey(kysely, config, btc.id);
    await kysely.transaction().execute(async (transaction) => {
      expect(await publicationSecrets.open(transaction, to)).toBe(false);
      await publicationSecrets.rotate(transaction, { from: config, to });
      expect(await publicationSecrets.open(transaction, to)).toBe(true);
      expect(await readPublicationKey(transaction, to, btc.id)).toEqual(key);
      await publicationSecrets.rotate(transaction, { from: to, to: config });
    });
  });

  it('is due by the schedule’s row, for coins that somebody has', async () => {
    const { platform } = exchange;
    const { pool } = platform.database;
    const at = async (days: number) => {
      const now = new Date(Date.now() + days * 86_400_000);
      await askForDue({ ...platform, clock: { now: () => now } });
      return waiting.splice(0).length;
    };
    // The failed one of before is tried again after a day.
    expect(await at(0)).toBe(0);
    await pool.query("delete from liability_publications where status = 'failed'");
    expect(await at(6)).toBe(0);
    await pool.query('update liability_schedule set is_on = false');
    expect(await at(8)).toBe(0);
    await pool.query('update liability_schedule set is_on = true');
    expect(await at(8)).toBe(3);
    // They are under way.
    expect(await at(8)).toBe(0);
  });
});

it('lets one address download a few files in a minute', async () => {
  const statuses = [];
  for (let at = 0; at < 11; at += 1) statuses.push((await look(`liabilities/${btc.id}/file`)).statusCode);
  expect(statuses.at(-1)).toBe(429);
});
