import { expect, it } from 'vitest';
import { refuseUnreachable } from './refuse-unreachable.ts';

it.each(['+8821312345678', '+881612345678', '+87077312345', '+97912345678', '+80012345678'])(
  'sends nothing to %s, which is of no country',
  (phone) => {
    expect(() => refuseUnreachable(phone)).toThrow();
  },
);

it.each(['+34600123456', '+8801712345678', '+886912345678', '+8613800138000', '+351900000000'])(
  'takes %s',
  (phone) => {
    expect(() => refuseUnreachable(phone)).not.toThrow();
  },
);
