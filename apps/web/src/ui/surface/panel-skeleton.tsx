import { Skeleton } from '#ui/state/skeleton.tsx';

const rows = Array.from({ length: 60 }, (_, index) => `row ${index}`);

/** The skeleton of a panel whose rows of numbers have not come yet, as many as there is room for. */
export function PanelSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden px-3">
      {rows.map((row) => (
        <div key={row} className="flex h-5 items-center justify-between">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 w-14" />
          <Skeleton className="h-3 w-14" />
        </div>
      ))}
    </div>
  );
}
