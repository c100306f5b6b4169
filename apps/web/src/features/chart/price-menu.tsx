import { type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { type MarketPair, priceDecimals } from '#market/market-pair.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '#ui/menu/dropdown-menu.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Place } from './renderer/pointer-input.ts';

export interface PriceActions {
  /** Somebody wants to place a limit order at a price. */
  readonly onPrice?: ((price: string) => void) | undefined;
  /** Somebody wants to be told when the market is at a price. */
  readonly onAlert?: ((price: string) => void) | undefined;
}

export interface PriceMenuHandle {
  /** Goes along with the crosshair; null hides it. */
  follow(at: { readonly x: number; readonly y: number; readonly price: string } | null): void;
  /** At the plus, or where it was asked for. */
  open(place?: Place): void;
}

interface PriceMenuProps extends PriceActions {
  readonly pair: MarketPair;
  readonly ref: RefObject<PriceMenuHandle | null>;
}

/** The plus beside the price axis: what can be done at the price that is pointed at. */
export function PriceMenu({ pair, onPrice, onAlert, ref }: PriceMenuProps) {
  const { t } = useTranslation();
  const boxRef = useRef<HTMLSpanElement>(null);
  const pointed = useRef<string | null>(null);
  const [price, setPrice] = useState<string | null>(null);
  const [atPointer, setAtPointer] = useState(false);
  const setOpen = (open: boolean): void => setPrice(open ? pointed.current : null);

  useImperativeHandle(ref, () => ({
    follow(at) {
      const box = boxRef.current;
      // An open menu stays at its price.
      if (box === null || price !== null) return;
      pointed.current = at?.price ?? null;
      box.style.visibility = at === null ? 'hidden' : 'visible';
      if (at !== null) box.style.transform = `translate(${at.x}px, ${at.y}px) translate(-100%, -50%)`;
    },
    open(place) {
      const box = boxRef.current;
      setAtPointer(place !== undefined);
      if (box !== null && place !== undefined) box.style.transform = `translate(${place.x}px, ${place.y}px)`;
      setOpen(true);
    },
  }));

  if (onPrice === undefined && onAlert === undefined) return null;
  const shown = price === null ? '' : formatNumber(price, { decimals: priceDecimals(pair) });
  const entries: MenuEntry[] = [];
  if (onPrice !== undefined)
    entries.push({
      kind: 'action',
      icon: 'plus',
      label: t('market.chart.orderAt', { price: shown }),
      onSelect: () => price !== null && onPrice(price),
    });
  if (onAlert !== undefined)
    entries.push({
      kind: 'action',
      icon: 'bell',
      label: t('market.chart.alertAt', { price: shown }),
      onSelect: () => price !== null && onAlert(price),
    });
  return (
    <span ref={boxRef} className="chart-plus" data-at-pointer={(atPointer && price !== null) || undefined}>
      <DropdownMenu
        label={t('market.chart.atPrice')}
        entries={entries}
        align={atPointer ? 'start' : 'end'}
        open={price !== null}
        onOpenChange={(open) => {
          setAtPointer(false);
          setOpen(open);
        }}
      >
        <Icon name="plus" size={12} />
      </DropdownMenu>
    </span>
  );
}
