import type { VerifyPart } from '#runtime/index.ts';
import { projectionParts } from '#runtime/projections/verify/projection-parts.ts';

/** What is compared with the journal beside the exchange itself: the projections. */
export const verifyParts: readonly VerifyPart[] = projectionParts();
