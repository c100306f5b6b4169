import type { ReactNode } from 'react';
import { InTurn } from '#ui/state/in-turn.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';

const skeleton = (
  <Card title={<Skeleton className="h-5 w-32" />}>
    <Skeleton className="h-40" />
  </Card>
);

/** A list beside a form, which is drawn before it. */
export function ListInTurn({ children }: { children: ReactNode }) {
  return (
    <InTurn turn={2} fallback={skeleton}>
      {children}
    </InTurn>
  );
}
