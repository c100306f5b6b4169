import { NetworkName } from './network-name.tsx';

/** The cell of a table that says which coin it is of, and on which network. */
export function CoinOnNetwork({ currency, network }: { currency: string; network: string }) {
  return (
    <>
      <b className="block font-semibold">{currency}</b>
      <span className="text-xs text-muted">
        <NetworkName code={network} />
      </span>
    </>
  );
}
