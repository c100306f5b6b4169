import { checkProof, type ProofFault } from '@emporion/contracts/liabilities';
import type { LiabilitiesProof, OwnLiabilities } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';

/** `publication`: one's own part speaks of another tree than the one that everybody was shown. */
export type OwnFault = ProofFault | 'publication' | 'amount';

export type OwnCheck =
  | { readonly kind: 'holds'; readonly amount: string; readonly parts: number }
  /** There was nothing to be owed. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly fault: OwnFault }
  /** The page was not loaded over HTTPS, and then a browser does not compute hashes. */
  | { readonly kind: 'impossible' };

/** Whether a written amount is so many units. */
export function isAmount(text: string, { units, decimals }: { units: bigint; decimals: number }): boolean {
  const parsed = parseDecimal(text, decimals);
  return parsed.ok && parsed.value === units;
}

/**
 * Computes one's own leaves and their ways up to the root anew, and compares the root and the total with those that were published for everybody. Nothing of
 * what the server says about the outcome is believed.
 */
export async function checkOwn(published: LiabilitiesProof, own: OwnLiabilities): Promise<OwnCheck> {
  const { root, height, coin, decimals, total, id } = published;
  const isSame =
    own.root === root &&
    own.height === height &&
    own.coin === coin &&
    own.id === id &&
    own.decimals === decimals &&
    isAmount(total, { units: BigInt(own.total_value), decimals });
  if (!isSame) return { kind: 'refused', fault: 'publication' };
  if (globalThis.crypto?.subtle === undefined) return { kind: 'impossible' };
  const checked = await checkProof(own);
  if (!checked.ok) return { kind: 'refused', fault: checked.failure };
  const units = checked.value;
  if (!isAmount(own.amount, { units, decimals })) return { kind: 'refused', fault: 'amount' };
  if (units === 0n) return { kind: 'nothing' };
  return { kind: 'holds', amount: formatDecimal(units, decimals), parts: own.leaves.length };
}
