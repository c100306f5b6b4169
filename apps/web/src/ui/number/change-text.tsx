import { useTranslation } from '#ui/text/use-translation.ts';
import { Amount } from './amount.tsx';
import { percentSign } from './percent.ts';

/** A change in percent with its direction, which colour alone would not tell everybody. */
export function ChangeText({ change }: { change: string | null | undefined }) {
  // The language says where the sign stands.
  useTranslation();
  if (change === null || change === undefined) return <span className="text-muted">{'–'}</span>;
  // What shows as zero has gone neither way.
  const stays = /^-?0+(?:\.0(?:0\d*)?)?$/.test(change);
  const falls = change.startsWith('-');
  const tone = falls ? 'text-sell' : 'text-buy';
  return (
    <span className={`whitespace-nowrap ${stays ? 'text-muted' : tone}`}>
      {!stays && <span aria-hidden="true">{falls ? '▼ ' : '▲ '}</span>}
      <Amount value={change} decimals={2} signed dimZeros={false} />
      {percentSign()}
    </span>
  );
}
