import { Badge } from '#kit/badge.tsx';

/** What signer.json lacks for a coin, to be copied, and what to do with it. */
export function SignerLines({ network, lines }: { network: string; lines: string }) {
  return (
    <div role="note" className="flex w-full flex-col items-start gap-1">
      <Badge tone="bad">The signer does not pay it out</Badge>
      <p className="max-w-prose text-pretty text-muted">
        Add these lines to <code>coins</code> of <code>{network}</code> in signer.json and restart the signer.
        Set <code>dayMax</code> to what may leave in 24 hours, in the smallest units of the chain; here it is
        one coin. Deposits stay off until you switch them on under Networks.
      </p>
      <code className="max-w-full select-all overflow-x-auto break-all rounded-sm bg-raised px-2 py-1">
        {lines}
      </code>
    </div>
  );
}
