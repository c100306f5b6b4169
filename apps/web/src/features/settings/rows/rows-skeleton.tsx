import { Skeleton } from '#ui/state/skeleton.tsx';

/** A group of settings that is still to come, about as high as it will be. */
export function RowsSkeleton({ rows }: { rows: number }) {
  const lines = Array.from({ length: rows }, (_, index) => `row-${index}`);
  return (
    <div className="rounded-md bg-surface px-4">
      {lines.map((line) => (
        <div key={line} className="flex justify-between gap-6 border-t hairline py-4 first:border-t-0">
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3.5 w-64 max-w-full" />
          </div>
          <Skeleton className="h-4 w-16 self-center" />
        </div>
      ))}
    </div>
  );
}
