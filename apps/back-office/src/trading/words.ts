import { orderTypes, type StaffOrder } from '@emporion/contracts/rest';
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
