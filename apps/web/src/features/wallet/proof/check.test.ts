import { describe, expect, it } from 'vitest';
import { sampleProof } from '../testing/sample-proof.ts';
import { checkOwn } from './check-own.ts';
import { checkWhole, type Published } from './check-whole.ts';

const { proof, own, file } = sampleProof();
const zero = '0'.repeat(64);

describe('one’s own part', () => {
  it('holds, and comes to what was computed and not to what was said', async () => {
    expect(await checkOwn(proof, own)).toEqual({ kind: 'holds', amount: '1.5', parts: 2 });
  });

  it('is nothing where nothing was owed', async () => {
    expect(await checkOwn(proof, { ...own, amount: '0', leaves: [] })).toEqual({ kind: 'nothing' });
  });

  const [first, second] = own.leaves;
  if (first === undefined || second === undefined) throw new Error('The sample has two leaves.');
  it.each([
    ['another root than everybody was shown', 'publication', { root: zero }],
    ['another total than everybody was shown', 'publication', { total_value: '900000000' }],
    ['another publication', 'publication', { id: own.account_id }],
    ['another moment', 'publication', { height: 7 }],
    ['an amount that its leaves do not come to', 'amount', { amount: '2' }],
    ['a leaf twice', 'leaf_twice', { leaves: [first, first] }],
    ['a leaf of more than it is', 'sum', { leaves: [{ ...first, value: '100000001' }, second] }],
    ['the leaves of somebody else', 'root', { account_id: '335fb74f-7936-4191-afb5-b542e2d598ea' }],
    ['a way that leads elsewhere', 'root', { leaves: [{ ...first, path: second.path.toReversed() }] }],
  ])('is refused with %s', async (_, fault, change) => {
    const check = await checkOwn(proof, { ...own, ...change });
    expect(check.kind).toBe('refused');
    // Which of two faults of one spoiled way is found first is the checker's to choose.
    if (check.kind === 'refused') expect([fault, 'sum', 'root']).toContain(check.fault);
  });
});

describe('the whole file', () => {
  /** In pieces that end anywhere, as they come from a network. */
  function check(text: string, published: Published = proof) {
    const bytes = new TextEncoder().encode(text);
    const told: number[] = [];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 37) controller.enqueue(bytes.slice(at, at + 37));
        controller.close();
      },
    });
    return { result: checkWhole(published, body, (count) => told.push(count)), told };
  }

  it('holds, and says how far it is', async () => {
    const { result, told } = check(file);
    expect(await result).toEqual({ kind: 'holds', leaves: 4, digestChecked: true });
    expect(told.at(-1)).toBe(file.length);
  });

  it.each([
    ['a value was changed in it', 'sum', file.replace(',800000000\n', ',800000001\n'), proof],
    ['it ends early', 'leaf_count', file.slice(0, file.lastIndexOf('\n', file.length - 2) + 1), proof],
    ['its root is not the published one', 'root', file, { ...proof, root: zero }],
    ['its total is not the published one', 'total', file, { ...proof, total: '11' }],
    ['its checksum is not the published one', 'digest', file, { ...proof, digest: zero }],
  ])('is refused when %s', async (_, fault, text, published) => {
    expect(await check(text, published).result).toMatchObject({ kind: 'refused', fault });
  });

  it('is checked without its checksum when a browser could not hold it', async () => {
    const { result } = check(file, { ...proof, digest: zero, bytes: 10 ** 9 });
    expect(await result).toEqual({ kind: 'holds', leaves: 4, digestChecked: false });
  });
});
