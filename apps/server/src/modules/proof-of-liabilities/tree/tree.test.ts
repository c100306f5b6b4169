import { createHash, createHmac } from 'node:crypto';
import {
  accountNumberOf,
  checkFile,
  checkProof,
  leafKey,
  type WrittenProof,
  webHashing,
} from '@emporion/contracts/liabilities';
import { describe, expect, it } from 'vitest';
import { leavesByHolder, nobody, splitBalances, valuesOf } from './split-balances.ts';
import { accountKey, accountNonce, accountNumber, buildTree, nodeBytes } from './sum-tree.ts';
import { fileParts, headerLine } from './tree-file.ts';

const key = Buffer.alloc(32, 7);
const height = 4_711;
const header = { height, coin: 'BTC', decimals: 8, time: new Date('2026-11-17T00:00:00Z') };

function publish(balances: readonly (readonly [account: string, amount: bigint])[]) {
  const accounts = balances.map(([account]) => account);
  const { values, decimals, total } = valuesOf(
    balances.map(([, amount]) => amount),
    8,
  );
  const leaves = splitBalances(values);
  const nodes = buildTree({ leaves, accounts, key, height });
  const text = Buffer.concat([...fileParts(nodes, { ...header, decimals })]).toString();
  return { accounts, decimals, total, leaves, nodes, text, lines: text.trimEnd().split('\n') };
}

const people = (count: number, amount: (at: number) => bigint) =>
  Array.from({ length: count }, (_, at) => [`user ${at}`, amount(at)] as const);

function proofOf(
  { leaves, nodes, total, lines }: ReturnType<typeof publish>,
  holder: number,
  accounts: readonly string[],
): WrittenProof {
  const size = leaves.values.length;
  const { starts, leaves: own } = leavesByHolder(leaves, accounts.length);
  const lineOf = (node: number) => {
    const [hash = '', value = ''] = (lines[node] ?? '').split(',');
    return { hash, value };
  };
  const account = accounts[holder] ?? '';
  return {
    account_id: account,
    account_nonce: accountNonce(key, account).toString('hex'),
    height,
    root: nodes.toString('hex', nodeBytes, nodeBytes + 32),
    total_value: `${total}`,
    leaves: [...own.slice(starts[holder], starts[holder + 1])].map((index) => {
      const path = [];
      for (let node = size + index; node > 1; node >>= 1) path.push(lineOf(node ^ 1));
      return { index, value: `${leaves.values[index]}`, path };
    }),
  };
}

describe('the unit of a publication', () => {
  it('is the coin’s own while all of it together stays below 2^64', () => {
    const most = 2n ** 64n - 2n;
    expect(valuesOf([most, 1n], 18)).toMatchObject({ decimals: 18, total: most + 1n });
  });

  it('is coarser as soon as it does not, and every balance is rounded up', () => {
    const { decimals, values, total } = valuesOf([2n ** 64n - 1n, 1n], 18);
    expect(decimals).toBe(17);
    expect([...values]).toEqual([1_844_674_407_370_955_162n, 1n]);
    expect(total * 10n).toBeGreaterThanOrEqual(2n ** 64n);
    const huge = valuesOf([10n ** 30n + 1n, 1n, 10n ** 24n], 18);
    expect(huge.decimals).toBe(7);
    expect(huge.total).toBe(10n ** 19n + 1n + 1n + 10n ** 13n);
  });
});

describe('balances', () => {
  it.each([
    [0, 2],
    [1, 2],
    [2, 4],
    [3, 8],
    [5, 16],
    [1_000, 2_048],
  ])('of %i accounts become %i leaves with the same sums', (count, size) => {
    const balances = BigUint64Array.from({ length: count }, (_, at) => BigInt(at) ** 5n + 3n);
    const { values, holders } = splitBalances(balances);
    expect(values).toHaveLength(size);
    const sums = new BigUint64Array(count);
    const parts = new Uint32Array(count);
    for (const [index, holder] of holders.entries()) {
      if (holder === nobody) expect(values[index]).toBe(0n);
      else {
        expect(values[index]).toBeGreaterThan(0n);
        sums[holder] = (sums[holder] ?? 0n) + (values[index] ?? 0n);
        parts[holder] = (parts[holder] ?? 0) + 1;
      }
    }
    expect(sums).toEqual(balances);
    expect(Math.min(2, ...parts)).toBe(2);
    // Nothing is left empty where there is something to cut.
    expect(holders.includes(nobody)).toBe(count === 0);
  });

  it('of single units cannot be cut: leaves of nothing fill the tree up', () => {
    const { values, holders } = splitBalances(new BigUint64Array(5).fill(1n));
    expect(values).toHaveLength(16);
    expect(holders.filter((holder) => holder === nobody)).toHaveLength(11);
    expect(values.reduce((sum, value) => sum + value, 0n)).toBe(5n);
  });

  it('of one rich among single units are cut until the tree is full', () => {
    const { holders } = splitBalances(BigUint64Array.from([1n, 1n, 1n, 1n, 10n ** 12n]));
    expect(holders.includes(nobody)).toBe(false);
  });

  it('are cut and shuffled otherwise each time', () => {
    const balances = new BigUint64Array(64).fill(10n ** 12n);
    const [one, other] = [splitBalances(balances), splitBalances(balances)];
    expect(one.values).not.toEqual(other.values);
    expect(one.holders).not.toEqual(other.holders);
  });
});

describe('the file', () => {
  it('begins with the height and then has the root, as validators of the format read it', () => {
    expect(headerLine(header)).toBe('block_height:4711,coin:BTC,decimals:8,time:2026-11-17T00:00:00.000Z\n');
    const { lines, total } = publish(people(3, () => 50n));
    expect(lines).toHaveLength(16);
    expect(lines[1]).toMatch(/^[0-9a-f]{64},150$/);
    expect(total).toBe(150n);
  });

  it('hashes as the format says, worked out by hand', () => {
    const accounts = ['ann', 'bob'];
    const leaves = { holders: Uint32Array.from([1, 0]), values: BigUint64Array.from([5n, 2n ** 63n]) };
    const nodes = buildTree({ leaves, accounts, key, height });
    const little = (number: bigint) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(number);
      return bytes;
    };
    const sha = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
    const leaf = (account: string, value: bigint, index: bigint) => {
      const nonce = createHmac('sha256', key).update(account).digest();
      const number = sha(Buffer.from(account)).subarray(0, 8);
      const subNonce = sha(nonce, little(BigInt(height)), number);
      return createHmac('sha256', subNonce).update(little(value)).update(little(index)).digest();
    };
    const [left, right] = [leaf('bob', 5n, 0n), leaf('ann', 2n ** 63n, 1n)];
    expect(nodes.subarray(nodeBytes * 2, nodeBytes * 2 + 32)).toEqual(left);
    expect(nodes.subarray(nodeBytes * 3, nodeBytes * 3 + 32)).toEqual(right);
    const root = sha(left, little(5n), right, little(2n ** 63n));
    expect(nodes.subarray(nodeBytes, nodeBytes + 40)).toEqual(Buffer.concat([root, little(2n ** 63n + 5n)]));
  });

  it.each([0, 1, 2, 3, 700, 1_500])(
    'of %i accounts passes the check, and shows each its own',
    async (count) => {
      const published = publish(people(count, (at) => BigInt(at) * 1_000n + 1n));
      const owner = count - 1;
      const account = published.accounts[owner] ?? 'nobody';
      const checked = await checkFile(published.lines, { key: accountKey(key, account, height) });
      const { total, leaves } = published;
      expect(checked).toMatchObject({
        ok: true,
        value: { height: BigInt(height), total, leaves: leaves.values.length },
      });
      if (checked.ok) expect(checked.value.own.value).toBe(count === 0 ? 0n : BigInt(owner) * 1_000n + 1n);
    },
  );

  const spoilings: [string, (lines: string[]) => string[], string][] = [
    ['without its header', (lines) => lines.slice(1), 'header'],
    ['with another first word', ([, ...rest]) => ['height:1', ...rest], 'header'],
    ['with a height beyond 64 bits', ([, ...rest]) => [`block_height:${2n ** 64n}`, ...rest], 'header'],
    ['without its last leaf', (lines) => lines.slice(0, -1), 'leaf_count'],
    ['without its last two leaves', (lines) => lines.slice(0, -2), 'leaf_count'],
    ['with two leaves more', (lines) => [...lines, ...lines.slice(-2)], 'sum'],
    ['with nothing but a root', (lines) => lines.slice(0, 2), 'leaf_count'],
    ['of nothing', () => [], 'header'],
    ['with a leaf of another value', (lines) => changed(lines, -1, (line) => `${line}0`), 'sum'],
    ['with a smaller total', (lines) => changed(lines, 1, (line) => line.slice(0, -1)), 'sum'],
    ['with a negative value', (lines) => changed(lines, -1, (line) => line.replace(',', ',-')), 'line'],
    [
      'with a value beyond 64 bits',
      (lines) => changed(lines, -1, (line) => `${line.slice(0, 65)}${2n ** 64n}`),
      'line',
    ],
    ['with a hash that was touched', (lines) => changed(lines, -1, (line) => flipped(line)), 'hash'],
    ['with an inner hash that was touched', (lines) => changed(lines, 3, (line) => flipped(line)), 'hash'],
    [
      'with two leaves in each other’s place',
      (lines) => [...lines.slice(0, -2), lines.at(-1) ?? '', lines.at(-2) ?? ''],
      'hash',
    ],
    ['with a column more', (lines) => changed(lines, -1, (line) => `${line},1`), 'line'],
  ];
  it.each(spoilings)('%s is refused', async (_what, spoil, fault) => {
    const { lines } = publish(people(5, (at) => BigInt(at) + 1_000n));
    expect(await checkFile(spoil([...lines]))).toMatchObject({ ok: false, failure: { fault } });
  });
});

const changed = (lines: readonly string[], at: number, change: (line: string) => string) =>
  lines.with(at, change(lines.at(at) ?? ''));
const flipped = (line: string) => `${line.startsWith('0') ? '1' : '0'}${line.slice(1)}`;

describe('somebody’s own leaves', () => {
  const published = publish(people(6, (at) => BigInt(at) + 1_000n));
  const proof = proofOf(published, 4, published.accounts);
  const [leaf] = proof.leaves;
  const step = leaf?.path[0];

  it('lead to the root and are what they have', async () => {
    expect(await checkProof(proof)).toEqual({ ok: true, value: 1_004n });
    expect(await checkProof({ ...proof, leaves: [] })).toEqual({ ok: true, value: 0n });
  });

  it('are found with the number and the key that a browser works out', async () => {
    const account = await accountNumberOf('user 4', webHashing);
    expect(account).toBe(accountNumber('user 4'));
    const nonce = accountNonce(key, 'user 4');
    expect(await leafKey({ accountNonce: nonce, height: BigInt(height), account }, webHashing)).toEqual(
      new Uint8Array(accountKey(key, 'user 4', height)),
    );
  });

  it.each([
    ['as those of somebody else', { account_id: 'user 3' }, 'root'],
    ['with another nonce', { account_nonce: '00'.repeat(32) }, 'root'],
    ['at another height', { height: height + 1 }, 'root'],
    ['to another root', { root: '00'.repeat(32) }, 'root'],
    ['to another total', { total_value: `${published.total + 1n}` }, 'sum'],
    ['with a leaf twice', { leaves: leaf ? [leaf, leaf] : [] }, 'leaf_twice'],
    ['with a larger leaf', { leaves: leaf ? [{ ...leaf, value: `${leaf.value}0` }] : [] }, 'sum'],
    ['without a path', { leaves: leaf ? [{ ...leaf, path: [] }] : [] }, 'path_length'],
    [
      'with a place beyond the tree',
      { leaves: leaf ? [{ ...leaf, index: leaf.index + 16 }] : [] },
      'path_length',
    ],
    [
      'with a negative sibling',
      { leaves: leaf && step ? [{ ...leaf, path: [{ ...step, value: '-1' }] }] : [] },
      'malformed',
    ],
    ['with no nonce at all', { account_nonce: '' }, 'malformed'],
  ] as const)('%s are refused', async (_what, change, fault) => {
    expect(await checkProof({ ...proof, ...change })).toEqual({ ok: false, failure: fault });
  });
});
