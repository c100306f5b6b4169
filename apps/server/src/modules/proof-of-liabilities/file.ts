import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type QueryExecutorProvider, sql } from 'kysely';
import { partLines } from './tree/tree-file.ts';

/** Parts of some 50 kB each, fetched while those before them are sent. */
const partsTogether = 8;
const unpack = promisify(gunzip);

/** The file of a publication as it is kept: each piece is packed by itself, and all of them together are one packed file. */
export async function* packedFile(
  database: QueryExecutorProvider,
  publication: string,
): AsyncGenerator<Buffer> {
  for (let from = 0; ; from += partsTogether) {
    const { rows } = await sql<{ content: Buffer }>`
      select content from liability_parts
      where publication = ${publication} and part >= ${from} and part < ${from + partsTogether} order by part
    `.execute(database);
    for (const { content } of rows) yield content;
    if (rows.length < partsTogether) return;
  }
}

/** The same in plain text, part by part. */
export async function* plainFile(
  database: QueryExecutorProvider,
  publication: string,
): AsyncGenerator<Buffer> {
  for await (const content of packedFile(database, publication)) yield await unpack(content);
}

/** The nodes of the tree with these numbers, as the file has them. Unpacking is done by other threads. */
export async function readNodes(
  database: QueryExecutorProvider,
  publication: string,
  numbers: readonly number[],
): Promise<Map<number, { hash: string; value: string }>> {
  const parts = [...new Set(numbers.map((number) => Math.floor(number / partLines)))];
  const lines = new Map<number, string[]>();
  for (let from = 0; from < parts.length; from += partsTogether) {
    const { rows } = await sql<{ part: number; content: Buffer }>`
      select part, content from liability_parts
      where publication = ${publication} and part = any(${parts.slice(from, from + partsTogether)})
    `.execute(database);
    for (const { part, content } of rows)
      lines.set(part, (await unpack(content)).toString('latin1').split('\n'));
  }
  return new Map(
    numbers.map((number) => {
      const line = lines.get(Math.floor(number / partLines))?.[number % partLines] ?? '';
      const [hash = '', value = ''] = line.split(',');
      return [number, { hash, value }];
    }),
  );
}
