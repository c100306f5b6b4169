import type { TFunction } from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { resetToasts, showToast, toastsNow } from '#ui/toast/toast-store.ts';
import { sampleOrder } from '../testing/sample-order.ts';
import { tellOfOrder } from './order-words.ts';

const t = ((key: string) => key) as TFunction;
const titles = () => toastsNow().map(({ title }) => title);

afterEach(resetToasts);

it('tells of one order at a time, so that the form below stays free', () => {
  tellOfOrder({ ...sampleOrder, status: 'open' }, t);
  tellOfOrder({ ...sampleOrder, status: 'filled' }, t);
  expect(titles()).toEqual(['trade.placed.filled']);
});

it('leaves what others have to say', () => {
  tellOfOrder({ ...sampleOrder, status: 'open' }, t);
  showToast({ title: 'a deal' });
  tellOfOrder({ ...sampleOrder, status: 'open' }, t);
  expect(titles()).toEqual(['a deal', 'trade.placed.open']);
});
