/** With as many payments as a request may have, and so many inputs, a transaction is half of the largest that nodes pass on. */
export const bitcoinInputsMax = 500;
/** More coins than any of these chains will ever have, in their smallest units. */
export const bitcoinAmountMax = 84_000_000n * 10n ** 8n;
