import type { QueryExecutorProvider } from 'kysely';

/** Called within the transaction that erases the person, for what a module keeps that tells who they were. */
export type PersonErasedListener = (
  db: QueryExecutorProvider,
  userId: string,
  /** What the account had until now. */
  before: { readonly email: string },
) => Promise<void>;

const listeners: PersonErasedListener[] = [];

/** For modules that keep something a person wrote or is known by. To be called once, as the module loads. */
export function onPersonErased(listener: PersonErasedListener): void {
  listeners.push(listener);
}

export async function tellPersonErased(
  db: QueryExecutorProvider,
  userId: string,
  before: { readonly email: string },
): Promise<void> {
  for (const listener of listeners) await listener(db, userId, before);
}
