import type { MessageOf } from '#live/subscription.ts';
import { toUnits } from './units.ts';

export interface BookLevel {
  /** As the wire writes them. */
  readonly price: string;
  readonly quantity: string;
  readonly priceUnits: bigint;
  readonly quantityUnits: bigint;
}

/** Best first on both sides. */
export interface Book {
  /** False until the whole state has come. */
  readonly ready: boolean;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export const emptyBook: Book = { ready: false, bids: [], asks: [] };

type Side = 'bids' | 'asks';
type WireLevel = MessageOf<'stack'>['bids'][number];

function levelOf([price, quantity]: WireLevel): BookLevel {
  return { price, quantity, priceUnits: toUnits(price), quantityUnits: toUnits(quantity) };
}

function isBefore(one: BookLevel, other: BookLevel, side: Side): boolean {
  return side === 'bids' ? one.priceUnits > other.priceUnits : one.priceUnits < other.priceUnits;
}

function sorted(levels: BookLevel[], side: Side): BookLevel[] {
  return levels.sort((one, other) => (isBefore(one, other, side) ? -1 : 1));
}

/** Both lists are in order, so one walk along them is enough. A level of quantity zero is gone. */
function merge(known: readonly BookLevel[], changes: readonly WireLevel[], side: Side): readonly BookLevel[] {
  if (changes.length === 0) return known;
  const news = sorted(changes.map(levelOf), side);
  const merged: BookLevel[] = [];
  let next = 0;
  const put = (level: BookLevel): void => {
    if (level.quantityUnits > 0n) merged.push(level);
  };
  for (const level of known) {
    let change = news[next];
    while (change !== undefined && isBefore(change, level, side)) {
      put(change);
      next += 1;
      change = news[next];
    }
    if (change !== undefined && change.priceUnits === level.priceUnits) {
      put(change);
      next += 1;
    } else merged.push(level);
  }
  for (const change of news.slice(next)) put(change);
  return merged;
}

export function takeBookMessage(
  book: Book,
  { sequence, bids, asks }: Pick<MessageOf<'stack'>, 'sequence' | 'bids' | 'asks'>,
): Book {
  const known = sequence === 0 ? emptyBook : book;
  return { ready: true, bids: merge(known.bids, bids, 'bids'), asks: merge(known.asks, asks, 'asks') };
}
