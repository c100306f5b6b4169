import { NewOrder } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { closed } from './closed-schema.ts';
import { knownFields, nearest } from './known-fields.ts';

describe('the nearest field', () => {
  it.each([
    ['post_onyl', 'post_only'],
    ['postOnly', 'post_only'],
    ['clientOrderId', 'client_order_id'],
    ['qty', undefined],
    ['quantiy', 'quantity'],
    ['prcie', 'price'],
    ['weather', undefined],
    ['x'.repeat(10_000), undefined],
  ])('to %s is %s', (name, meant) => {
    const known = ['type', 'pair', 'operation', 'quantity', 'price', 'post_only', 'client_order_id'];
    expect(nearest(name.slice(0, 100), known)).toBe(meant);
  });
});

describe('the fields that a schema knows', () => {
  const schema = z.strictObject({
    orders: z.array(NewOrder),
    note: z.optional(z.object({ text: z.string() })),
  });

  it('are those of the place, and of the kind that the input has there', () => {
    expect(knownFields(schema, [], {})).toEqual(['orders', 'note']);
    expect(knownFields(schema, ['note'], {})).toEqual(['text']);
    const input = { orders: [{}, { type: 5 }] };
    expect(knownFields(schema, ['orders', '0'], input)).toContain('price');
    expect(knownFields(schema, ['orders', '1'], input)).toContain('trail');
    expect(knownFields(schema, ['orders', '1'], input)).not.toContain('price');
    expect(knownFields(schema, ['nowhere', '1'], input)).toEqual([]);
  });
});

describe('a closed schema', () => {
  it('refuses what it does not name, however deep, and lets be what takes anything', () => {
    const schema = closed(
      z.object({
        list: z.optional(z.array(z.nullable(z.object({ a: z.string() })))),
        kind: z.optional(z.union([z.object({ b: z.string() }), z.string()])),
        anything: z.optional(z.looseObject({})),
      }),
    );
    expect(schema.safeParse({ list: [{ a: '1' }, null], kind: 'x', anything: { z: 1 } }).success).toBe(true);
    expect(schema.safeParse({ list: [{ a: '1', b: 2 }] }).success).toBe(false);
    expect(schema.safeParse({ kind: { b: '1', c: 1 } }).success).toBe(false);
    expect(schema.safeParse({ other: 1 }).success).toBe(false);
  });

  it('is the same schema where nothing was open', () => {
    expect(closed(NewOrder)).toBe(NewOrder);
  });
});
