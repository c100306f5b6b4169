import { classNames } from '#ui/class-names.ts';
import {
  formatNumber,
  isCurrency,
  type NumberFormat,
  type NumberText,
  shortenedNumber,
  splitTrailingZeros,
} from './format-number.ts';
import { useNumberStyle } from './number-style.ts';
import { percentSign } from './percent.ts';

export interface AmountProps extends NumberFormat {
  value: NumberText;
  /** The coin, or a percent sign. */
  unit?: string | undefined;
  /** Colours by sign and adds the sign itself, because colour alone says nothing to one man in twelve. */
  signed?: boolean | undefined;
  /** False where the whole number carries one colour, such as the last price. */
  dimZeros?: boolean | undefined;
  className?: string | undefined;
}

function toneOf(text: string): string | undefined {
  if (text.startsWith('-')) return 'text-sell';
  return text.startsWith('+') ? 'text-buy' : undefined;
}

/** An amount of money, a price, a percentage. Its trailing zeros are dimmed, unless they are cents; its digits stand in columns. */
export function Amount({ value, unit, signed = false, dimZeros = true, className, ...format }: AmountProps) {
  useNumberStyle();
  const isMoney = isCurrency(unit);
  const decimalsMin = isMoney ? 2 : 0;
  const written = { decimalsMin, ...format, plus: signed || format.plus };
  const text = formatNumber(value, written);
  const short = shortenedNumber(value, written);
  const { head, zeros } = short === undefined ? splitTrailingZeros(text) : { head: short, zeros: '' };
  return (
    <span
      className={classNames('num whitespace-nowrap', signed && toneOf(text), className)}
      data-value={text}
      title={short === undefined ? undefined : text}
    >
      {head.replace('-', '−')}
      {zeros !== '' && <span className={dimZeros && !isMoney ? 'text-muted' : undefined}>{zeros}</span>}
      {unit !== undefined && (
        <span className="amount-unit text-muted">{unit === '%' ? percentSign() : ` ${unit}`}</span>
      )}
    </span>
  );
}
