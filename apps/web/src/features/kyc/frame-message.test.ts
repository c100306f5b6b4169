import { expect, it } from 'vitest';
import { readFrameMessage } from './frame-message.ts';

const frame = {} as Window;
const from = (data: unknown, more: object = {}) =>
  readFrameMessage({ source: frame, origin: 'null', data, ...more }, frame);

it('hears the three messages of the frame', () => {
  expect(from({ kind: 'kyc_ready' })).toEqual({ kind: 'kyc_ready' });
  expect(from({ kind: 'kyc_submit' })).toEqual({ kind: 'kyc_submit' });
  expect(from({ kind: 'kyc_height', height: 320 })).toEqual({ kind: 'kyc_height', height: 320 });
});

it('bounds the height', () => {
  expect(from({ kind: 'kyc_height', height: 1e9 })).toEqual({ kind: 'kyc_height', height: 4_000 });
  expect(from({ kind: 'kyc_height', height: -5 })).toEqual({ kind: 'kyc_height', height: 0 });
});

it.each([
  ['another window', { kind: 'kyc_ready' }, { source: {} }],
  ['a page with an origin', { kind: 'kyc_ready' }, { origin: 'https://exchange.example' }],
  ['another kind', { kind: 'navigate', href: '/' }, {}],
  ['more than the message has', { kind: 'kyc_submit', token: 'x' }, {}],
  ['a height that is no number', { kind: 'kyc_height', height: '99' }, {}],
  ['text', 'kyc_ready', {}],
  ['nothing', null, {}],
])('does not hear %s', (_what, data, more) => {
  expect(from(data, more)).toBeUndefined();
});
