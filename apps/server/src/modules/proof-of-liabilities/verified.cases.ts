import { describe, expect, it } from 'vitest';
import { verifyJournal } from '#runtime/index.ts';
import { btc, eth, exchange } from './proof-bed.ts';
import { publicationsPart } from './verify-publications.ts';

export function verifiedProofs(): void {
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
      [
        'another digest',
        "update liability_publications set digest = sha256('x')",
        'does not have its digest',
      ],
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
}
