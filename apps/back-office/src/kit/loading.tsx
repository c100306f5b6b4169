import { Spinner } from '@emporion/web/ui/state/spinner.tsx';

export function Loading() {
  return (
    <div className="grid min-h-40 place-items-center">
      <Spinner size={24} label="Loading" />
    </div>
  );
}
