import { afterAll, beforeAll, beforeEach } from 'vitest';
import { atOnce } from '#modules/cards/review/at-once.cases.ts';
import { mailedCode } from '#modules/wallet/testing/mailed-code.ts';
import { attacks } from './attacks.cases.ts';
import { type CardsBed, fillBook, openCardsBed } from './cards-bed.ts';
import { decisions } from './decisions.cases.ts';
import { purchases } from './purchases.cases.ts';
import { refunds } from './refunds.cases.ts';

let bed: CardsBed;
beforeAll(async () => {
  bed = await openCardsBed();
  for (const name of ['ann', 'ben', 'operator', 'operator-two']) await bed.app.person(name);
});
afterAll(() => bed.close());
beforeEach(() => fillBook(bed));

purchases(() => bed);
refunds(() => bed);
decisions(() => bed);
attacks(() => bed);
atOnce(() => bed, mailedCode);
