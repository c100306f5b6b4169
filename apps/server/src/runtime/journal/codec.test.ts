import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formerSampleEvents, frozenSampleEvents, sampleEvents } from '#runtime/testing/sample-events.ts';
import { decodePayload, encodeEvents, payloadOf } from './codec.ts';
import { eventShapes } from './event-shapes.ts';

/** What an earlier release wrote. It is never written again: a journal of that day must be readable for ever. */
const frozen = (name: string) =>
  Buffer.from(readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8'), 'base64');

describe('the codec', () => {
  it('has a sample of every kind of event', () => {
    expect(new Set(sampleEvents.map(({ kind }) => kind))).toEqual(new Set(Object.keys(eventShapes)));
  });

  it('gives back exactly what it was given, however long the payload is', () => {
    const text = encodeEvents(sampleEvents);
    expect(decodePayload(payloadOf([text]))).toEqual(sampleEvents);
    const long = payloadOf(Array.from({ length: 100 }, () => text));
    expect(long.length).toBeLessThan(text.length * 10);
    expect(decodePayload(long)).toEqual(Array.from({ length: 100 }, () => sampleEvents).flat());
  });

  it.each(['version-1.txt', 'version-2.txt'])('reads what an earlier release wrote: %s', (name) => {
    expect(decodePayload(frozen(name))).toEqual(formerSampleEvents);
  });

  it.each(['version-3.txt', 'version-4.txt'])('reads what was frozen: %s', (name) => {
    expect(decodePayload(frozen(name))).toEqual(frozenSampleEvents);
  });

  it('still writes the text that was frozen', () => {
    expect(`[${encodeEvents(frozenSampleEvents)}]`).toBe(frozen('version-3.txt').subarray(1).toString());
  });

  it('writes no event that would make or lose money', () => {
    const [posting] = sampleEvents.flatMap((event) => ('postings' in event ? event.postings : []));
    const event = { kind: 'OrderFired', orderId: 7, held: 60n, postings: posting ? [posting] : [] } as const;
    expect(() => encodeEvents([event])).toThrow('do not sum to zero');
  });

  it.each([
    ['another version', Buffer.from([9, 91, 93]), 'version 9'],
    ['an unknown event', Buffer.from('\u0001[["OrderDoubled",1]]'), 'OrderDoubled'],
    ['an event of another length', Buffer.from('\u0001[["OrderRested",1,2]]'), 'OrderRested'],
    [
      'a posting that is cut short',
      Buffer.from('\u0001[["MoneyMoved","deposit",["ann","TEA"]]]'),
      'cut short',
    ],
  ])('refuses %s', (_, payload, words) => {
    expect(() => decodePayload(payload)).toThrow(words);
  });
});
