import { invariant } from '@emporion/kernel';
import type { Level } from './price-ladder.ts';

const blockSizeMax = 256;

/**
 * Levels in order of price, best first, kept as a row of short sorted blocks. A search is two binary searches and an insertion
 * moves one short block, so a million prices cost little more than a hundred; see docs/decisions/007-blocks-of-levels.md.
 */
export class SortedLevels {
  readonly #sign: 1 | -1;
  readonly #blocks: Level[][] = [];

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Puts the level in its place and returns the next better one, if there is one. */
  insert(level: Level): Level | undefined {
    if (this.#blocks.length === 0) {
      this.#blocks.push([level]);
      return undefined;
    }
    const index = this.#blockOf(level);
    const block = this.#block(index);
    const position = this.#positionIn(block, level);
    // The first block alone can get a new first level: every other block is searched only from its first level on.
    const better = position > 0 ? block[position - 1] : undefined;
    block.splice(position, 0, level);
    if (block.length > blockSizeMax) this.#blocks.splice(index + 1, 0, block.splice(blockSizeMax / 2));
    return better;
  }

  remove(level: Level): void {
    const index = this.#blockOf(level);
    const block = this.#block(index);
    const position = this.#positionIn(block, level);
    invariant(block[position] === level, 'A level to be removed is not on its ladder.');
    block.splice(position, 1);
    if (block.length === 0) this.#blocks.splice(index, 1);
  }

  #block(index: number): Level[] {
    const block = this.#blocks[index];
    invariant(block, 'A ladder has lost a block.');
    return block;
  }

  /** The last block that begins at this level or at a better one; the first block for a level better than all. */
  #blockOf(level: Level): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const first = this.#blocks[middle]?.[0];
      if (first && this.#isBetter(level, first)) high = middle - 1;
      else low = middle;
    }
    return low;
  }

  /** Where the level stands in the block, or would stand. */
  #positionIn(block: Level[], level: Level): number {
    let low = 0;
    let high = block.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = block[middle];
      if (other && this.#isBetter(other, level)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBetter(level: Level, other: Level): boolean {
    return level.price * this.#sign < other.price * this.#sign;
  }
}
