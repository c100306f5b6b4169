import type { Movement } from '@emporion/contracts/rest';
import { movementTextMax, movementTypes, transactionStatuses } from '#api/contract/movements.ts';
import { dayStart } from '#ui/field/day-start.ts';

/** Which movements are listed. What is empty narrows nothing. */
export interface HistoryFilter {
  /** Of the path; undefined for all coins. */
  readonly coin: string | undefined;
  readonly type: Movement['type'] | '';
  readonly status: Movement['status'] | '';
  /** Days as a date field writes them. Both belong to the period. */
  readonly from: string;
  readonly to: string;
  readonly min: string;
  readonly max: string;
  readonly text: string;
}

export type Narrowing = Omit<HistoryFilter, 'coin'>;

export const everything: Narrowing = {
  ...{ type: '', status: '', from: '', to: '' },
  ...{ min: '', max: '', text: '' },
};

const amount = /^\d{1,30}(?:\.\d{1,18})?$/;

function oneOf<Value extends string>(values: readonly Value[], text: string): Value | '' {
  return values.find((value) => value === text) ?? '';
}

/** The filter as the address bar has it. What nobody could have chosen there is left out. */
export function readFilter(coin: string | undefined, params: URLSearchParams): HistoryFilter {
  const read = (name: keyof Narrowing): string => params.get(name)?.trim() ?? '';
  const day = (name: 'from' | 'to'): string => (dayStart(read(name)) === undefined ? '' : read(name));
  const figure = (name: 'min' | 'max'): string => (amount.test(read(name)) ? read(name) : '');
  return {
    coin,
    type: oneOf(movementTypes, read('type')),
    status: oneOf(transactionStatuses, read('status')),
    ...{ from: day('from'), to: day('to') },
    ...{ min: figure('min'), max: figure('max') },
    text: read('text').slice(0, movementTextMax),
  };
}

const names = ['type', 'status', 'from', 'to', 'min', 'max', 'text'] as const satisfies (keyof Narrowing)[];

/** As the address bar keeps it: no empty parameters, always in the same order. */
export function writeFilter(filter: Narrowing): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of names) if (filter[name] !== '') params.set(name, filter[name]);
  return params;
}

/** How many filters are set. */
export function countFilters(filter: Narrowing): number {
  return [...writeFilter(filter)].length;
}

/** What the server is asked, for a page and for an export. */
export function movementQuery({ coin, type, status, from, to, min, max, text }: HistoryFilter) {
  const [start, end] = [dayStart(from), dayStart(to, 1)];
  return {
    ...(coin === undefined ? {} : { currency: coin }),
    ...(type === '' ? {} : { type }),
    ...(status === '' ? {} : { status }),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
    ...(min === '' ? {} : { amount_from: min }),
    ...(max === '' ? {} : { amount_to: max }),
    ...(text === '' ? {} : { text }),
  };
}
