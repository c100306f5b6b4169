import { ibanGroups } from '#api/contract/account-numbers.ts';
import { classNames } from '#ui/class-names.ts';

/** How many characters at each end are compared by eye. */
const addressEnds = 6;
const ibanEnds = 4;
const ellipsis = '…';

interface AddressTextProps {
  value: string;
  /** On one line with its middle left out, where the whole would not fit. */
  short?: boolean | undefined;
  className?: string | undefined;
}

/** In groups of four, which are apart for the eye alone: what is selected and copied has no spaces. */
function Iban({ groups, look }: { groups: readonly string[]; look: string }) {
  const last = groups.length - 1;
  return (
    <span className={look}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number do not move, and may be the same.
        <span key={index} className="inline-block not-last:me-[0.5ch]">
          {index === 0 || index === last ? (
            <strong className="font-semibold text-text">{group}</strong>
          ) : (
            group
          )}
        </span>
      ))}
    </span>
  );
}

/** An address whose ends are strong, because these are what people compare. A screen reader hears all of it. */
export function AddressText({ value, short = false, className }: AddressTextProps) {
  const look = classNames('font-mono', short ? 'whitespace-nowrap' : 'break-all', className);
  const groups = ibanGroups(value);
  if (groups.length > 1 && !short) return <Iban groups={groups} look={look} />;
  const ends = groups.length > 1 ? ibanEnds : addressEnds;
  if (value.length <= 2 * ends) return <span className={classNames(look, 'font-semibold')}>{value}</span>;
  const middle = value.slice(ends, -ends);
  return (
    <span className={look} title={short ? value : undefined}>
      <strong className="font-semibold text-text">{value.slice(0, ends)}</strong>
      {short && <span aria-hidden="true">{ellipsis}</span>}
      <span className={short ? 'sr-only' : undefined}>{middle}</span>
      <strong className="font-semibold text-text">{value.slice(-ends)}</strong>
    </span>
  );
}
