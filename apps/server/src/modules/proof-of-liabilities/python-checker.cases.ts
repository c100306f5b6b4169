import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OwnLiabilities } from '@emporion/contracts/rest';
import { afterAll, describe, expect, it } from 'vitest';
import { btc, eth, fileOf, own, second, trader } from './proof-bed.ts';

export function pythonChecker(): void {
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

    it('refuses a proof that lacks a leaf when the tree is beside it', async () => {
      const mine = await own(trader, btc);
      const tree = written('tree.csv', await fileOf(btc));
      const proofs = [mine.leaves, mine.leaves.slice(1), []].map((leaves, at) => [
        ...[tree, '--proof'],
        written(`lacking-${at}.json`, JSON.stringify({ ...mine, leaves })),
      ]);
      expect(checkAll(proofs).map(({ last }) => last)).toEqual([
        'HOLDS',
        ...[1, 2].map(() => 'REFUSED: the proof does not have the leaves that the tree has of this account.'),
      ]);
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
}
