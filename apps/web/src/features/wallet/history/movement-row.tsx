import type { Movement } from '@emporion/contracts/rest';
import { type CSSProperties, memo } from 'react';
import { ignoreHeldPress } from '#ui/button/held-key.ts';
import { classNames } from '#ui/class-names.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { AddressText } from '../components/address-text.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { usePrivacy } from '../model/privacy.ts';
import { MovementAmount } from './movement-amount.tsx';
import {
  coinOf,
  momentText,
  movementName,
  movementPlace,
  remainderText,
  stateName,
} from './movement-words.ts';

export const rowHeight = 60;

/** The columns of the list and of its head. On a phone: what it is and when, how much and how far. */
export const rowColumns =
  'grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 text-start md:grid-cols-[2rem_minmax(0,1fr)_10.5rem_8.5rem_12rem] md:gap-x-4 lg:grid-cols-[2rem_minmax(0,10rem)_minmax(0,1fr)_10.5rem_8.5rem_13rem]';

interface MovementRowProps {
  movement: Movement;
  index: number;
  /** Counted as far as they are known; the list may go on. */
  count: number | undefined;
  blockchains: Blockchains;
  isTabStop: boolean;
  onOpen(movement: Movement): void;
  onFocusRow(index: number): void;
}

/** "2 of 6" while the network has it. */
function Confirmations({ movement }: { movement: Movement }) {
  const { t } = useTranslation();
  const { status, confirmations, confirmations_required: required } = movement;
  if (status !== 'confirming' || confirmations === null || !required) return null;
  return (
    <span className="num text-xs text-muted">
      {t('wallet.confirmations.of', { reached: Math.min(confirmations, required), required })}
    </span>
  );
}

function Row({ movement, index, count, blockchains, isTabStop, onOpen, onFocusRow }: MovementRowProps) {
  const { t, i18n } = useTranslation();
  const { address, label, currency, date, exchange, fee, status, type } = movement;
  const hidden = usePrivacy((state) => state.hidden);
  const place = movementPlace(movement, { t, blockchains, hidden });
  const rest = hidden ? '' : remainderText(movement, t);
  const moment = momentText(date, i18n.language);
  const state = stateName(movement, t);
  const style: CSSProperties = { transform: `translateY(${index * rowHeight}px)`, height: rowHeight };
  return (
    <li
      className="absolute inset-x-0 top-0 border-t hairline contain-strict"
      style={style}
      aria-setsize={count ?? -1}
      aria-posinset={index + 1}
    >
      <button
        type="button"
        data-row={index}
        tabIndex={isTabStop ? 0 : -1}
        className={classNames(
          rowColumns,
          'size-full cursor-pointer -outline-offset-2 hover:bg-raised/50 focus-visible:bg-raised/50',
        )}
        onClick={() => onOpen(movement)}
        onFocus={() => onFocusRow(index)}
        onKeyDown={ignoreHeldPress}
      >
        <CoinLogo code={currency} size={32} />
        <span className="flex min-w-0 flex-col">
          <span className="line-clamp-2 leading-tight font-semibold md:truncate md:leading-normal">
            {movementName(movement, t)}
          </span>
          {/* The state below the amount is short: a long date has room before it. */}
          <span className="truncate text-xs text-muted md:hidden">
            {moment}
            {rest !== '' && ` · ${rest}`}
          </span>
          <span className="truncate text-xs text-muted max-md:hidden">
            {exchange === null ? coinOf(movement, t) : t(`wallet.kinds.${type}`)}
            {place !== '' && <span className="lg:hidden">{` · ${place}`}</span>}
          </span>
        </span>
        <span className="hidden min-w-0 flex-col text-sm lg:flex">
          <span className="truncate">{place}</span>
          {rest !== '' && <span className="truncate text-xs text-muted">{rest}</span>}
          {address !== null && (
            <span className="truncate text-xs text-muted" title={label ?? undefined}>
              <AddressText value={address} short />
            </span>
          )}
        </span>
        <span className="num hidden text-sm text-muted md:block">{moment}</span>
        <span className="hidden flex-col items-start text-sm md:flex">
          <StateBadge status={status} label={state} />
          <Confirmations movement={movement} />
        </span>
        <span className="flex flex-col items-end">
          <MovementAmount movement={movement} className="font-semibold" />
          <span className="flex items-center gap-2 text-xs md:hidden">
            <Confirmations movement={movement} />
            <StateBadge status={status} label={state} />
          </span>
          {exchange === null && /[1-9]/.test(fee) && (
            <span className="hidden text-xs text-muted md:block">
              {`${t('wallet.feeIncluded')} `}
              <PrivateAmount value={fee} decimals={18} trimZeros />
            </span>
          )}
        </span>
      </button>
    </li>
  );
}

/** One movement as a button that opens everything about it. */
export const MovementRow = memo(Row);

/** The names of the columns. A screen reader hears the rows as sentences and does without. */
export function MovementHead() {
  const { t } = useTranslation();
  return (
    <div className={classNames(rowColumns, 'h-9 text-xs text-muted max-md:hidden')} aria-hidden="true">
      <span className="col-span-2">{t('history.columns.type')}</span>
      <span className="max-lg:hidden">{t('history.columns.details')}</span>
      <span>{t('history.columns.date')}</span>
      <span>{t('history.columns.status')}</span>
      <span className="text-end">{t('wallet.amount')}</span>
    </div>
  );
}
