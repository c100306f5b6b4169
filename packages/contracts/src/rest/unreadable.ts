import * as z from 'zod/mini';
import { described } from '#documented.ts';

/**
 * Names the fields of a row that hold outside data which the contract does not allow. The server puts a neutral value in their place, so that one row never fails its list.
 */
export const unreadable = described(
  z.optional(z.array(z.string())),
  'Fields that could not be shown. Their values are placeholders and mean nothing. Left out when all can be shown, as nearly always.',
);
