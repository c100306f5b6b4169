/** Gives everyone who asks within a moment the same answer, so that asking often costs no more than asking once. A failure is not kept: the next one asks anew. */
export function shareAnswer<T>(make: () => Promise<T>, keepMs: number): () => Promise<T> {
  let latest: { readonly answer: Promise<T>; readonly atMs: number } | undefined;
  return () => {
    const atMs = performance.now();
    if (latest && atMs - latest.atMs < keepMs) return latest.answer;
    const own = { answer: make(), atMs };
    latest = own;
    own.answer.catch(() => {
      if (latest === own) latest = undefined;
    });
    return own.answer;
  };
}

/** Never asks again while the last question is open: a slow database is not helped by more of them. */
export function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let open: Promise<T> | undefined;
  return () => {
    open ??= ask().finally(() => {
      open = undefined;
    });
    return open;
  };
}
