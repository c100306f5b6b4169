import * as z from 'zod/mini';

// What people write, and rows, files and terminals can hold: whole characters (half of a pair of surrogates is none), and no control characters. Signs that turn the direction
// of what follows (U+202A to U+202E, U+2066 to U+2069) would have a line of ours read as something else; no name needs them. Several lines may have them, whole
// paragraphs in Arabic or Hebrew do, and what stands around those is set apart by the page.

/** A name, or anything else of one line. */
export const oneLine = z.regex(/^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u, { error: 'value_invalid' });

/** A reason or a note, which may have several. */
export const severalLines = z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, { error: 'value_invalid' });
