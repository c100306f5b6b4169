import { type RawBuilder, sql } from 'kysely';

/**
 * What addresses are compared and counted by. Only A to Z are folded: beyond them every program, version and language
 * has rules of its own, and one address would be found under several counts.
 */
export function foldEmail(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether a column holds this address. The collation makes the database fold as `foldEmail` does, wherever it runs. */
export function emailIs(column: string, email: string): RawBuilder<boolean> {
  return sql`lower(${sql.ref(column)} collate "C") = ${foldEmail(email)}`;
}
