import { setImmediate } from 'node:timers/promises';
import { evmAddresses } from '#addresses/evm.ts';
import type { ChainTransfer } from '#port.ts';

/** A busy block has hundreds of transfers, each of which takes a hash. After so many of them others may have the processor. */
export const stretch = 100;
/** Contracts that are known by their spelling. They are few and come again; whom they pay are many and do not. */
const contractsMax = 5_000;

/** Writes the addresses of transfers in their one spelling, without keeping everybody else waiting. */
export class AddressSpelling {
  readonly #addresses = evmAddresses();
  readonly #contracts = new Map<string, string>();

  async spell(transfers: readonly ChainTransfer[]): Promise<ChainTransfer[]> {
    const spelled: ChainTransfer[] = [];
    for (const transfer of transfers) {
      if (spelled.length % stretch === stretch - 1) await setImmediate();
      const { contract, to } = transfer;
      spelled.push({ ...transfer, to: this.write(to), contract: contract && this.#contract(contract) });
    }
    return spelled;
  }

  #contract(lower: string): string {
    const known = this.#contracts.get(lower);
    if (known !== undefined) return known;
    if (this.#contracts.size >= contractsMax) this.#contracts.clear();
    const spelled = this.write(lower);
    this.#contracts.set(lower, spelled);
    return spelled;
  }

  write(lower: string): string {
    return this.#addresses.normalize(lower) ?? lower;
  }
}
