import * as z from 'zod/mini';
import { described } from '#documented.ts';

/** Whether the signer pays a coin on a network out, by its own file. */
export const signerCoin = {
  signer: described(
    z.enum(['pays', 'lacks', 'unknown']),
    'lacks: the signer refuses every payout of it. unknown: the signer is away, or of a version that does not tell.',
  ),
  signer_lines: described(
    z.nullable(z.string()),
    'What `coins` of the network in signer.json lacks. Null: nothing, or it is unknown.',
  ),
} as const;
