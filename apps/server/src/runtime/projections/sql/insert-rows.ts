import type pg from 'pg';

type Value = string | number | bigint | boolean | null;

/** A column: its name, its type, and where its value is in a row. */
export type Column<Row> = readonly [name: string, type: string, value: (row: Row) => Value];

export interface TableWriter<Row> {
  readonly table: string;
  readonly columns: readonly Column<Row>[];
  /** The columns that tell rows apart: a row that is there already is overwritten. Without them, rows are only ever added. */
  readonly key?: readonly string[];
}

const statements = new WeakMap<object, string>();

/** Writes many rows by one statement: each column is one array. */
export async function insertRows<Row>(
  client: pg.ClientBase,
  writer: TableWriter<Row>,
  rows: Iterable<Row> & ({ readonly size: number } | { readonly length: number }),
): Promise<void> {
  if (('size' in rows ? rows.size : rows.length) === 0) return;
  let text = statements.get(writer);
  if (text === undefined) {
    text = statementOf(writer);
    statements.set(writer, text);
  }
  const values = writer.columns.map(([, , value]) => arrayLiteral(rows, value));
  await client.query({ name: `project-${writer.table}`, text, values });
}

function statementOf<Row>({ table, columns, key }: TableWriter<Row>): string {
  const names = columns.map(([name]) => name);
  // An array of arrays is flattened by `unnest`, so a column that is itself an array travels as text.
  const isList = (type: string) => type.endsWith('[]');
  const arrays = columns.map(([, type], index) => `$${index + 1}::${isList(type) ? 'text' : type}[]`);
  const selected = columns.map(([name, type]) => (isList(type) ? `${name}::${type}` : name));
  const conflict = key
    ? `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${names
        .filter((name) => !key.includes(name))
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')}`
    : '';
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${selected.join(', ')}
    FROM unnest(${arrays.join(', ')}) AS rows (${names.join(', ')}) ${conflict}`;
}

/** An array as PostgreSQL writes one. Built by hand, because the driver looks at every element twice and there are very many. */
function arrayLiteral<Row>(rows: Iterable<Row>, value: (row: Row) => Value): string {
  const parts: string[] = [];
  for (const row of rows) parts.push(elementOf(value(row)));
  return `{${parts.join(',')}}`;
}

function elementOf(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value !== 'string') return String(value);
  // Hardly any text has either, and a look is cheaper than a replacement.
  const plain = !value.includes('"') && !value.includes('\\');
  return plain ? `"${value}"` : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}
