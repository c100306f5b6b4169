import { projectionParts } from '#runtime/projections/verify/projection-parts.ts';
import type { VerifyPart } from '#runtime/verify/verify-part.ts';

/** What is compared with the journal beside the exchange itself: the projections. */
export const verifyParts: readonly VerifyPart[] = projectionParts();
