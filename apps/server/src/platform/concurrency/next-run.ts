/**
 * Runs a task for many callers, one run at a time. A caller who comes while the task runs shares the next run: each gets a result of a run that began after
 * the call.
 */
export function nextRun<Value>(task: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | undefined;
  let next: Promise<Value> | undefined;
  const run = (): Promise<Value> => {
    next = undefined;
    const own = task().finally(() => {
      if (current === own) current = undefined;
    });
    current = own;
    return own;
  };
  return () => {
    // Between the end of a run and the start of the next one, the next one is the only way in.
    if (next) return next;
    if (!current) return run();
    next = current.then(run, run);
    return next;
  };
}
