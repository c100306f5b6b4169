import type { Command } from './commands.ts';

/**
 * A number of 53 bits that stands for the content of a plain value. Fields are summed up, so their order does not matter.
 * It tells a repeated command from another one with the same key, and one state from another; it is no protection against
 * somebody who looks for two values with one digest.
 */
export function digest(value: unknown): number {
  const lanes: Lanes = { low: 0, high: 0 };
  addValue(lanes, value, 1);
  return combine(lanes);
}

/** The digest of a command's content: of all its fields but its key and the time when it was accepted. */
export function digestOfCommand(command: Command): number {
  const lanes: Lanes = { low: 0, high: 0 };
  for (const field in command) {
    if (field === 'key' || field === 'acceptedAt') continue;
    addValue(lanes, command[field as keyof Command], seedOfField(field, 1));
  }
  return combine(lanes);
}

function combine(lanes: Lanes): number {
  return (lanes.high & 0x1fffff) * 0x1_0000_0000 + (lanes.low >>> 0);
}

interface Lanes {
  low: number;
  high: number;
}

/** Adds the value under the seed of the path that leads to it. */
function addValue(lanes: Lanes, value: unknown, seed: number): void {
  switch (typeof value) {
    case 'string':
      addLeaf(lanes, hashText(value, seed));
      return;
    case 'number':
      addLeaf(lanes, hashNumber(value, seed));
      return;
    case 'bigint':
      addLeaf(lanes, hashText(value.toString(), seed + 1));
      return;
    case 'boolean':
      addLeaf(lanes, mix(seed, value ? 3 : 5));
      return;
    case 'undefined':
      // A field that is undefined is a field that is not there.
      return;
    default:
      addObject(lanes, value as object | null, seed);
      return;
  }
}

function addObject(lanes: Lanes, value: object | null, seed: number): void {
  if (value === null) {
    addLeaf(lanes, mix(seed, 7));
    return;
  }
  if (Array.isArray(value)) {
    addLeaf(lanes, mix(seed, value.length + 11));
    for (let index = 0; index < value.length; index += 1)
      addValue(lanes, value[index], mix(seed, index + 13));
    return;
  }
  for (const field in value) {
    addValue(lanes, (value as Record<string, unknown>)[field], seedOfField(field, seed));
  }
}

function addLeaf(lanes: Lanes, hash: number): void {
  lanes.low = (lanes.low + hash) | 0;
  lanes.high = (lanes.high + mix(hash, 0x9e3779b9)) | 0;
}

/** A hash of a text for a table, small enough to be held without a box. */
export function hashOfText(text: string): number {
  return hashText(text, 0x811c9dc5) >> 1;
}

function hashText(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash, seed);
}

function hashNumber(value: number, seed: number): number {
  const low = value | 0;
  const high = Math.floor(value / 0x1_0000_0000) | 0;
  return mix(mix(seed, low), high + 17);
}

function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return hash ^ (hash >>> 16);
}

function seedOfField(field: string, seed: number): number {
  return hashText(field, seed);
}
