import type { ReactNode } from 'react';
import { InTurn } from '#ui/state/in-turn.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';

/** What is the reader's own comes first, then what takes long to draw. */
const turns = ['orders', 'form', 'chart', 'book', 'tape'] as const;

const fallback = <Skeleton className="absolute inset-0" />;

/** A panel of the desk, drawn after those before it in line. */
export function PanelInTurn({ panel, children }: { panel: (typeof turns)[number]; children: ReactNode }) {
  return (
    <InTurn turn={turns.indexOf(panel)} fallback={fallback}>
      {children}
    </InTurn>
  );
}
