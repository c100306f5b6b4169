import type { Chain, ChainBlock, ChainTransfer, SpentOutput } from '@emporion/chains';

/** A transaction of the chain in memory. Of nobody's inputs when it is a deposit. */
export interface PlainTransaction {
  readonly id: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly { readonly to: string; readonly amount: bigint }[];
}

export function nameOf({ transactionId, index }: Pick<ChainTransfer, 'transactionId' | 'index'>): string {
  return `${transactionId}:${index}`;
}

/** A chain with outputs as plain as can be: blocks of transactions in a list, everything else looked up in it each time. */
export class ReferenceOutputs implements Chain {
  readonly blocks: { readonly hash: string; readonly transactions: readonly PlainTransaction[] }[] = [];
  #hashes = 0;

  mine(transactions: readonly PlainTransaction[]): void {
    this.#hashes += 1;
    this.blocks.push({ hash: `block-${this.#hashes}`, transactions });
  }

  /** Everything that was ever given in a block of the chain, by name. */
  outputs(): Map<
    string,
    { to: string; amount: bigint; height: number; spent?: { height: number; by: string } }
  > {
    const found: ReturnType<ReferenceOutputs['outputs']> = new Map();
    this.blocks.forEach(({ transactions }, height) => {
      for (const { id, inputs, outputs } of transactions) {
        for (const name of inputs) {
          const spent = found.get(name);
          if (spent) spent.spent = { height, by: id };
        }
        outputs.forEach((output, index) => {
          found.set(nameOf({ transactionId: id, index }), { ...output, height });
        });
      }
    });
    return found;
  }

  async tip() {
    const height = this.blocks.length - 1;
    return this.#headerAt(height);
  }

  async header(height: number) {
    return height < this.blocks.length ? this.#headerAt(height) : undefined;
  }

  async block(height: number): Promise<ChainBlock | undefined> {
    const block = this.blocks[height];
    if (!block) return undefined;
    const spent: SpentOutput[] = block.transactions.flatMap(({ id, inputs }) =>
      inputs.map((name) => {
        const [transactionId = '', output] = name.split(':');
        return { transactionId, output: Number(output), by: id };
      }),
    );
    return { ...this.#headerAt(height), transfers: block.transactions.flatMap(transfersOf), spent };
  }

  async waiting() {
    return [];
  }

  async transfersOf() {
    return undefined;
  }

  async sendersOf() {
    return undefined;
  }

  async stateOf() {
    return { state: 'unknown' } as const;
  }

  async balance() {
    return 0n;
  }

  async send() {
    return { outcome: 'later', reason: 'It takes nothing.' } as const;
  }

  #headerAt(height: number) {
    const hash = this.blocks[height]?.hash ?? '';
    return { height, hash, parentHash: this.blocks[height - 1]?.hash, time: height };
  }
}

function transfersOf({ id, outputs }: PlainTransaction): ChainTransfer[] {
  return outputs.map(({ to, amount }, index) => ({
    ...{ transactionId: id, index, to, amount, memo: undefined, contract: undefined },
  }));
}
