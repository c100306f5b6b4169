const uniqueViolation = '23505';

/** Whether the database refused a row because another one has the same value under this index. */
export function isTaken(error: unknown, index: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === uniqueViolation &&
    'constraint' in error &&
    error.constraint === index
  );
}
