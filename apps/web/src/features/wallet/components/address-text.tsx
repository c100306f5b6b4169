import { classNames } from '#ui/class-names.ts';

/** How many characters at each end are compared by eye. */
const ends = 6;
const ellipsis = '…';

interface AddressTextProps {
  value: string;
  /** On one line with its middle left out, where the whole would not fit. */
  short?: boolean | undefined;
  className?: string | undefined;
}

/** An address whose ends are strong, because these are what people compare. A screen reader hears all of it. */
export function AddressText({ value, short = false, className }: AddressTextProps) {
  const look = classNames('font-mono', short ? 'whitespace-nowrap' : 'break-all', className);
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
