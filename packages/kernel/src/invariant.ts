/** Thrown when the program contradicts itself. It is a bug, never an answer to a person's input. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** States what must be true here; a program that finds it false stops instead of going on with wrong data. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
