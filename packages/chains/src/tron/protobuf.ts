/** The value of a field: a whole number as the protocol counts it (int64, so it may be below zero), or bytes. */
export type ProtobufValue = bigint | Uint8Array;

/** What a message says, by the number of the field, in the order in which it was said. */
export type ProtobufMessage = ReadonlyMap<number, readonly ProtobufValue[]>;

const varintKind = 0;
const fixed64Kind = 1;
const bytesKind = 2;
const fixed32Kind = 5;
/** Ten bytes of seven bits hold 64. */
const varintBytesMax = 10;

/** Writes fields in the order given. Zero and nothing are left out by the caller, as every implementation leaves them out: the bytes must be the same. */
export function writeProtobuf(
  fields: readonly (readonly [field: number, value: ProtobufValue])[],
): Uint8Array {
  const bytes: number[] = [];
  for (const [field, value] of fields) {
    if (typeof value === 'bigint') {
      writeVarint(bytes, BigInt((field << 3) | varintKind));
      writeVarint(bytes, BigInt.asUintN(64, value));
    } else {
      writeVarint(bytes, BigInt((field << 3) | bytesKind));
      writeVarint(bytes, BigInt(value.length));
      for (const byte of value) bytes.push(byte);
    }
  }
  return Uint8Array.from(bytes);
}

/** Undefined when the bytes are no message. Fields of a fixed width, which nothing of ours has, are passed over. */
export function readProtobuf(bytes: Uint8Array): ProtobufMessage | undefined {
  const message = new Map<number, ProtobufValue[]>();
  let at = 0;
  const varint = (): bigint | undefined => {
    let value = 0n;
    for (let shift = 0; shift < varintBytesMax; shift += 1) {
      const byte = bytes[at];
      if (byte === undefined) return undefined;
      at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * shift);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    return undefined;
  };
  while (at < bytes.length) {
    const tag = varint();
    if (tag === undefined || tag < 8n || tag > 0xffff_ffffn) return undefined;
    const field = Number(tag >> 3n);
    const kind = Number(tag & 7n);
    let value: ProtobufValue | undefined;
    if (kind === varintKind) {
      const number = varint();
      value = number === undefined ? undefined : BigInt.asIntN(64, number);
    } else {
      const length = kind === bytesKind ? varint() : lengthOf(kind);
      if (length === undefined || length > BigInt(bytes.length - at)) return undefined;
      value = bytes.subarray(at, at + Number(length));
      at += Number(length);
      if (kind !== bytesKind) continue;
    }
    if (value === undefined) return undefined;
    const said = message.get(field);
    if (said) said.push(value);
    else message.set(field, [value]);
  }
  return message;
}

/** Of what is said more than once the last counts. Zero when it is not said. */
export function numberField(message: ProtobufMessage, field: number): bigint {
  const value = message.get(field)?.findLast((each) => typeof each === 'bigint');
  return value === undefined ? 0n : (value as bigint);
}

export function bytesField(message: ProtobufMessage, field: number): Uint8Array {
  const value = message.get(field)?.findLast((each) => typeof each !== 'bigint');
  return value === undefined ? new Uint8Array() : (value as Uint8Array);
}

/** All of what is said in a repeated field. */
export function bytesFields(message: ProtobufMessage, field: number): readonly Uint8Array[] {
  return (message.get(field) ?? []).filter((each): each is Uint8Array => typeof each !== 'bigint');
}

function lengthOf(kind: number): bigint | undefined {
  if (kind === fixed64Kind) return 8n;
  return kind === fixed32Kind ? 4n : undefined;
}

function writeVarint(bytes: number[], value: bigint): void {
  let rest = value;
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
}
