import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Skeleton } from '#ui/state/skeleton.tsx';

/** What is the reader's own comes first, then what takes long to draw. */
const turns = ['orders', 'form', 'chart', 'book', 'tape'] as const;
const turnMs = 8;

/**
 * Draws a panel in a task of its own, after those before it in line: the whole desk in one task would block input for too
 * long. A deferred render is no way out, for it begins anew with each live update and can be put off for seconds.
 */
export function InTurn({ panel, children }: { panel: (typeof turns)[number]; children: ReactNode }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => flushSync(() => setDrawn(true)), turns.indexOf(panel) * turnMs);
    return () => clearTimeout(timer);
  }, [panel]);
  return drawn ? children : <Skeleton className="absolute inset-0" />;
}
