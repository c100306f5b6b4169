import { FirstWait } from './first-wait.tsx';

/** Holds the header's place while the first page's code is on its way, so that nothing jumps when it arrives. */
export function FirstPaint() {
  return (
    <div className="min-h-dvh">
      <div aria-hidden="true" className="h-12 border-b hairline bg-surface" />
      <FirstWait />
    </div>
  );
}
