import { expect, it } from 'vitest';
import { refuseAmbiguous } from './refuse-ambiguous.ts';

it.each([
  'theo@example.org',
  'Theo.O’Hara+tag@Example.ORG',
  'пётр@пример.рф',
  'ω@bücher.example',
  'straße@straße.example',
  '用户@例子.公司',
  'bob@xn--e1afmkfd.xn--p1ai',
])('takes %s', (email) => {
  expect(() => refuseAmbiguous(email)).not.toThrow();
});

it.each([
  'bob@gmaİl.test',
  'bob@ｇmail.test',
  'bob@mail.gmail。test',
  'bo\u034fb@gmail.test',
  'bob@g\ufe0fmail.test',
  'bob@\u212aiosk.test',
  'cafe\u0301@example.test',
  'Пётр@пример.рф',
  'bob@Пример.рф',
])('refuses %s', (email) => {
  expect(() => refuseAmbiguous(email)).toThrow();
});
