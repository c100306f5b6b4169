import { Amount } from './amount.tsx';

/** A change in percent with its direction, which colour alone would not tell everybody. */
export function ChangeText({ change }: { change: string | null | undefined }) {
  if (change === null || change === undefined) return <span className="text-muted">{'–'}</span>;
  const mark = change.startsWith('-') ? '▼' : '▲';
  const tone = change.startsWith('-') ? 'text-sell' : 'text-buy';
  return (
    <span className={`whitespace-nowrap ${tone}`}>
      <span aria-hidden="true">{`${mark} `}</span>
      <Amount value={change} decimals={2} signed dimZeros={false} />
      {' %'}
    </span>
  );
}
