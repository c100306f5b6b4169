import * as z from 'zod/mini';

// What people write, and rows, files and terminals can hold: whole characters (half of a pair of surrogates is none), and no control characters.

/** A name, or anything else of one line. */
export const oneLine = z.regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'value_invalid' });

/** A reason or a note, which may have several. */
export const severalLines = z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, { error: 'value_invalid' });
