/** Gives everyone who asks within a moment the same answer, so that asking often costs no more than asking once. */
export function shareAnswer<T>(make: () => Promise<T>, keepMs: number): () => Promise<T> {
  let latest: { readonly answer: Promise<T>; readonly atMs: number } | undefined;
  return () => {
    const atMs = performance.now();
    if (latest === undefined || atMs - latest.atMs >= keepMs) latest = { answer: make(), atMs };
    return latest.answer;
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
