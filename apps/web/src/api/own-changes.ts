import type { Result } from '@emporion/kernel';

/** The server's notice comes within a second or two. Beyond this it is about something else. */
const awaitedMs = 30_000;

interface Expected {
  readonly kind: string;
  readonly untilMs: number;
}

let expected: readonly Expected[] = [];

/**
 * Says that this page is about to make a change that the server tells by a notice of this kind. The page answers the person
 * itself, so its pop-up is left out. Returns the way to take it back, for a change that was refused.
 */
export function expectOwnChange(kind: string): () => void {
  const mine: Expected = { kind, untilMs: Date.now() + awaitedMs };
  expected = [...expected, mine];
  return () => {
    expected = expected.filter((each) => each !== mine);
  };
}

/** Whether a notice is about a change that this page made. Each change is good for one notice. */
export function takeOwnChange(kind: string): boolean {
  const now = Date.now();
  expected = expected.filter(({ untilMs }) => untilMs > now);
  const found = expected.find((each) => each.kind === kind);
  expected = expected.filter((each) => each !== found);
  return found !== undefined;
}

/** Makes a change that the server tells by one notice of this kind. */
export async function asOwnChange<Value, Failure>(
  kind: string,
  send: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> {
  const takeBack = expectOwnChange(kind);
  const result = await send();
  if (!result.ok) takeBack();
  return result;
}
