import type { Command } from '#commands/commands.ts';

/**
 * A number of 32 bits that stands for the content of a plain value, under a seed. The hashes of fields are summed up, so their order does not
 * matter. It tells a repeated command from another one with the same key, and one state from another; it is no protection against
 * somebody who looks for two values with one digest.
 */
export function digest(value: unknown, seed = 1): number {
  switch (typeof value) {
    case 'string':
      return hashText(value, seed);
    case 'number':
      return hashNumber(value, seed);
    case 'bigint':
      return hashText(value.toString(), mix(seed, 1));
    case 'boolean':
      return mix(seed, value ? 3 : 5);
    case 'undefined':
      // A field that is undefined is a field that is not there.
      return 0;
    default:
      return digestOfObject(value as object | null, seed);
  }
}

/** The digest of a command's content: of all its fields but its key or booking and the time when it was accepted. */
export function digestOfCommand(command: Command): number {
  let sum = 0;
  for (const field in command) {
    if (field === 'key' || field === 'acceptedAt' || field === 'booking') continue;
    sum = (sum + digest(command[field as keyof Command], hashText(field, 1))) | 0;
  }
  return sum;
}

/** A hash of a text for a table, small enough to be held without a box. */
export function hashOfText(text: string): number {
  return hashText(text, 0x811c9dc5) >> 1;
}

function digestOfObject(value: object | null, seed: number): number {
  if (value === null) return mix(seed, 7);
  let sum = mix(seed, 11);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      sum = (sum + digest(value[index], mix(seed, index + 13))) | 0;
    }
    return mix(sum, value.length);
  }
  for (const field in value) {
    sum = (sum + digest((value as Record<string, unknown>)[field], hashText(field, seed))) | 0;
  }
  return mix(sum, seed);
}

function hashText(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash, seed);
}

function hashNumber(value: number, seed: number): number {
  // What is no whole number has no business in a command, but must not pass for the repetition of one that has.
  if (!Number.isSafeInteger(value)) return hashText(String(value), mix(seed, 2));
  const low = value | 0;
  const high = Math.floor(value / 0x1_0000_0000) | 0;
  return mix(mix(seed, low), high + 17);
}

function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return hash ^ (hash >>> 16);
}
