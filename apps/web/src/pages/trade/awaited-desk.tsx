import { Skeleton } from '#ui/state/skeleton.tsx';

/** The room that the panels will take. */
export function AwaitedDesk() {
  return (
    <div className="desk desk-awaited" aria-busy="true">
      {['stats', 'chart', 'book', 'form', 'orders'].map((name) => (
        <Skeleton key={name} className={`desk-panel desk-${name}`} />
      ))}
    </div>
  );
}
