import { classNames } from '#ui/class-names.ts';

/** Stands where something will be, in its final size, given by classes such as `h-5 w-32`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={classNames('skeleton', className ?? 'h-4 w-full')} aria-hidden="true" />;
}
