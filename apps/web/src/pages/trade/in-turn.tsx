import type { ReactNode } from 'react';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useOwnTask } from '#ui/state/use-own-task.ts';

/** What is the reader's own comes first, then what takes long to draw. */
const turns = ['orders', 'form', 'chart', 'book', 'tape'] as const;
const turnMs = 8;

/** Draws a panel after those before it in line: the whole desk in one task would block input for too long. */
export function InTurn({ panel, children }: { panel: (typeof turns)[number]; children: ReactNode }) {
  const drawn = useOwnTask(turns.indexOf(panel) * turnMs);
  return drawn ? children : <Skeleton className="absolute inset-0" />;
}
