import { orderTypes, type StaffMarket, type StaffOrder } from '@emporion/contracts/rest';
import { inWords, type Tone } from '#kit/badge.tsx';

export const statusTones: Readonly<Record<StaffOrder['status'], Tone>> = {
  pending: 'plain',
  open: 'accent',
  filled: 'good',
  cancelled: 'plain',
  rejected: 'bad',
};

export const typeOptions = Object.entries(orderTypes).map(
  ([name, number]) => [String(number), inWords(name)] as const,
);

/** The type of an order, in words. */
export function typeName(type: number): string {
  return typeOptions[type]?.[1] ?? String(type);
}

export const marketTones: Readonly<Record<StaffMarket['state'], Tone>> = {
  open: 'good',
  post_only: 'warn',
  cancel_only: 'warn',
  halted: 'bad',
};

export const marketStateNames: Readonly<Record<StaffMarket['state'], string>> = {
  open: 'Trading',
  post_only: 'Post only',
  cancel_only: 'Cancel only',
  halted: 'Halted',
};
