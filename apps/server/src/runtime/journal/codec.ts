import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { areBalanced, type ExchangeEvent, type Posting } from '@emporion/core';
import { invariant } from '@emporion/kernel';
import { eventShapes, type Form, orderShape, rulesShape } from './event-shapes.ts';
import { formerEventShapes, liftFormerEvent } from './former-event-shapes.ts';

/**
 * The first byte of a payload says how the rest is to be read. Plain is JSON in UTF-8: a list of events, each `[kind, field, field, …]`.
 * Packed is the same under Brotli. Former payloads have former fields.
 */
const [formerPlain, formerPacked, plain, packed] = [1, 2, 3, 4] as const;
/** Below this, packing saves nothing: a row of the database takes a page of such texts as it is. */
const packedFromBytes = 2_048;
/** A batch ends at two megabytes, and the longest command has a few more; one that says otherwise is not ours. */
const unpackedBytesMax = 256 * 1_024 * 1_024;
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

type Fields = readonly (readonly [name: string, form: Form])[];
const fieldsOf = (shape: object): Fields => Object.entries(shape) as [string, Form][];
const tableOf = (shapes: object) =>
  new Map(Object.entries(shapes).map(([kind, shape]) => [kind, fieldsOf(shape)]));
const eventFields = tableOf(eventShapes);
const formerFields = tableOf({ ...eventShapes, ...formerEventShapes });
const orderFields = fieldsOf(orderShape);
const rulesFields = fieldsOf(rulesShape);

/**
 * The text of some events, to be joined by commas to a payload. Amounts are texts of digits, for no number of JSON may hold money. Postings
 * are one flat list: account, coin, bucket, amount, and again.
 */
export function encodeEvents(events: readonly ExchangeEvent[]): string {
  const rows = new Array<unknown[]>(events.length);
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index] as ExchangeEvent;
    const fields = eventFields.get(event.kind);
    invariant(fields, `The journal has no shape for ${event.kind}.`);
    rows[index] = encodeFields(event, fields, [event.kind]);
  }
  return JSON.stringify(rows).slice(1, -1);
}

/** The payload of a batch whose events were encoded, one text for each command. */
export function payloadOf(texts: readonly string[]): Buffer {
  const body = Buffer.from(`[${texts.join(',')}]`);
  return body.length < packedFromBytes
    ? Buffer.concat([Buffer.of(plain), body])
    : Buffer.concat([Buffer.of(packed), brotliCompressSync(body, quick)]);
}

/** The events of a payload, exactly as they were encoded; those of a former version as they would be written today. */
export function decodePayload(payload: Uint8Array): ExchangeEvent[] {
  const rows: [string, ...unknown[]][] = JSON.parse(bodyOf(payload).toString());
  const isFormer = payload[0] === formerPlain || payload[0] === formerPacked;
  return isFormer
    ? rows.map((row) => liftFormerEvent(decodeEvent(row, formerFields)))
    : rows.map((row) => decodeEvent(row, eventFields) as ExchangeEvent);
}

function decodeEvent(row: readonly [string, ...unknown[]], table: ReadonlyMap<string, Fields>) {
  const [kind] = row;
  const fields = table.get(kind);
  invariant(
    fields && fields.length === row.length - 1,
    `The journal has an event of no known shape: ${kind}.`,
  );
  return decodeFields(row, fields, { kind }, 1) as { kind: string };
}

function bodyOf(payload: Uint8Array): Buffer {
  const body = Buffer.from(payload.buffer, payload.byteOffset + 1, payload.length - 1);
  const [version] = payload;
  if (version === plain || version === formerPlain) return body;
  invariant(
    version === packed || version === formerPacked,
    `The journal has a payload of version ${version}, which this release does not know.`,
  );
  return brotliDecompressSync(body, { maxOutputLength: unpackedBytesMax });
}

function encodeFields(thing: object, fields: Fields, row: unknown[]): unknown[] {
  for (const [name, form] of fields) row.push(encodeField((thing as Record<string, unknown>)[name], form));
  return row;
}

function encodeField(value: unknown, form: Form): unknown {
  switch (form) {
    case 'plain':
      return value;
    case 'amount':
      return (value as bigint).toString();
    case 'postings':
      return encodePostings(value as readonly Posting[]);
    case 'order':
      return encodeFields(value as object, orderFields, []);
    case 'rules':
      return encodeFields(value as object, rulesFields, []);
  }
}

/** An event whose postings would make or lose money is a bug of the core. It stops the engine here, before anything of it is written down. */
function encodePostings(postings: readonly Posting[]): string[] {
  invariant(areBalanced(postings), 'The postings of an event do not sum to zero.');
  const flat: string[] = [];
  for (const { account, coin, bucket, amount } of postings)
    flat.push(account, coin, bucket, amount.toString());
  return flat;
}

function decodeFields(
  row: readonly unknown[],
  fields: Fields,
  thing: Record<string, unknown>,
  offset: number,
): Record<string, unknown> {
  for (let index = 0; index < fields.length; index += 1) {
    const [name, form] = fields[index] as Fields[number];
    thing[name] = decodeField(row[index + offset], form);
  }
  return thing;
}

function decodeField(value: unknown, form: Form): unknown {
  switch (form) {
    case 'plain':
      return value;
    case 'amount':
      return BigInt(value as string);
    case 'postings':
      return decodePostings(value as readonly string[]);
    case 'order':
      return decodeFields(value as unknown[], orderFields, {}, 0);
    case 'rules':
      return decodeFields(value as unknown[], rulesFields, {}, 0);
  }
}

function decodePostings(flat: readonly string[]): Posting[] {
  invariant(flat.length % 4 === 0, 'The journal has a posting that is cut short.');
  const postings: Posting[] = [];
  for (let index = 0; index < flat.length; index += 4) {
    const account = flat[index] as string;
    const coin = flat[index + 1] as string;
    const bucket = flat[index + 2] as Posting['bucket'];
    const amount = flat[index + 3] as string;
    postings.push({ account, coin, bucket, amount: BigInt(amount) });
  }
  return postings;
}
