import { useState } from 'react';
import { brandName, Emblem } from '#ui/brand/logo.tsx';

/** A wait shorter than this shows no ring, by the style sheet. */
const unfeltMs = 300;

/** Goes on with the wait that the page itself began: what is shown already must not vanish and come back. */
function FirstWait() {
  const [late] = useState(() => performance.now() > unfeltMs);
  return (
    <div className="first-wait" data-late={late || undefined} role="img" aria-label={brandName}>
      <Emblem size={32} />
      <span className="first-wait-ring" />
    </div>
  );
}

/** Holds the header's place while the first page's code is on its way, so that nothing jumps when it arrives. */
export function FirstPaint() {
  return (
    <div className="min-h-dvh">
      <div aria-hidden="true" className="h-12 border-b hairline bg-surface" />
      <FirstWait />
    </div>
  );
}
