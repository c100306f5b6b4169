import type {
  $ZodArrayDef,
  $ZodDiscriminatedUnionDef,
  $ZodObjectDef,
  $ZodPipeDef,
  $ZodType,
  $ZodTypeDef,
} from 'zod/v4/core';

/** The fields that a schema names where the path leads to; none where it names no fields there. */
export function knownFields(schema: $ZodType, path: readonly string[], input: unknown): readonly string[] {
  const { def } = schema._zod as { def: $ZodTypeDef & { readonly innerType?: $ZodType } };
  if (def.innerType) return knownFields(def.innerType, path, input);
  const [next, ...rest] = path;
  const within = (part: $ZodType | undefined) =>
    part && next !== undefined ? knownFields(part, rest, (input as Record<string, unknown>)?.[next]) : [];
  switch (def.type) {
    case 'object': {
      const { shape } = def as $ZodObjectDef;
      return next === undefined ? Object.keys(shape) : within(shape[next] as $ZodType | undefined);
    }
    case 'array':
      return within((def as $ZodArrayDef).element);
    case 'pipe':
      return knownFields((def as $ZodPipeDef).out, path, input);
    case 'union': {
      const { options } = def as $ZodDiscriminatedUnionDef;
      const chosen = options.find((option) => isChosen(option, def as $ZodDiscriminatedUnionDef, input));
      return chosen ? knownFields(chosen as $ZodType, path, input) : [];
    }
    default:
      return [];
  }
}

/** Whether the field that tells the kinds of a union apart says that it is this one. */
function isChosen(option: unknown, { discriminator }: $ZodDiscriminatedUnionDef, input: unknown): boolean {
  const values = (option as $ZodType)._zod.propValues?.[discriminator];
  return values?.has((input as Record<string, string | undefined> | null)?.[discriminator]) ?? false;
}

/** The name that was probably meant, if one is near enough: a third of it may be wrong, and neither case nor hyphens count. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const written = plain(name);
  let best: string | undefined;
  let bestSteps = Math.max(1, Math.floor(written.length / 3)) + 1;
  if (written.length > nameLengthMax) return undefined;
  for (const candidate of known) {
    const steps = stepsBetween(written, plain(candidate));
    if (steps < bestSteps) [best, bestSteps] = [candidate, steps];
  }
  return best;
}

/** Longer than any field that there is. */
const nameLengthMax = 40;

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_\s-]/g, '');
}

/** How many letters must be put in, left out, replaced or swapped with their neighbour to make one of the other. */
function stepsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
