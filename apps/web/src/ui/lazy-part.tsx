import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

export interface LazyPart<Props> {
  /** Draws the part, or the fallback until its code is here. */
  readonly Part: ComponentType<Props>;
  /** Fetches the code ahead of the first drawing. */
  readonly load: () => Promise<unknown>;
}

/**
 * A part whose code is fetched apart, for pages with live data. React's own `lazy` waits in Suspense, whose retry is
 * drawn at the lowest priority and begins anew with every live update: on a slow machine it comes seconds late. This one
 * is drawn by a plain update of state, and at once where the code is here already.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let pending: Promise<unknown> | undefined;
  const load = (): Promise<unknown> => {
    pending ??= fetchPart().then(
      (part) => {
        Loaded = part;
      },
      (error: unknown) => {
        // The next one who wants it tries again.
        pending = undefined;
        throw error;
      },
    );
    return pending;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is read
  function Part(props: Props) {
    const [, setDone] = useState(Loaded !== undefined);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Loaded !== undefined) return;
      let wanted = true;
      load().then(
        () => wanted && setDone(true),
        (error: unknown) => wanted && setFailure({ error }),
      );
      return () => {
        wanted = false;
      };
    }, []);
    // Whatever catches the failures of the page catches this one.
    if (failure !== null) throw failure.error;
    return Loaded === undefined ? fallback : <Loaded {...props} />;
  }
  return { Part, load };
}
