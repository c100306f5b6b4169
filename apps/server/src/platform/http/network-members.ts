import { type Network, widestOf } from './address-key.ts';

/** Looked at in one search; who was in vain goes to the end, so that the next search goes on with others. */
const looksMax = 64;

/** The members of each network, the oldest first. One that lies in several is a member of each. */
export class NetworkMembers<Member> {
  readonly #members = new Map<string, Set<Member>>();
  /** The widest networks by how many members they have, so that whoever has most is found without a search. */
  readonly #widest = new Map<number, Set<string>>();
  #most = 0;

  add(networks: readonly Network[], member: Member): void {
    if (this.#members.get(widestOf(networks))?.has(member)) return;
    for (const { key } of networks) {
      const members = this.#members.get(key);
      if (members) members.add(member);
      else this.#members.set(key, new Set([member]));
    }
    this.#rank(networks, -1);
  }

  /** False for one that is not there. */
  delete(networks: readonly Network[], member: Member): boolean {
    if (!this.#members.get(widestOf(networks))?.has(member)) return false;
    for (const { key } of networks) {
      const members = this.#members.get(key);
      members?.delete(member);
      if (members?.size === 0) this.#members.delete(key);
    }
    this.#rank(networks, 1);
    return true;
  }

  /** The oldest of a network that is wanted. */
  find(key: string, isWanted: (member: Member) => boolean = () => true): Member | undefined {
    return firstOf(this.#members.get(key), looksMax, (member) => (isWanted(member) ? member : undefined));
  }

  /** The oldest that is wanted of whoever has most. */
  findOfMost(isWanted: (member: Member) => boolean): Member | undefined {
    let looks = looksMax;
    for (let count = this.#most; count > 0 && looks > 0; count -= 1) {
      const keys = this.#widest.get(count);
      const found = firstOf(keys, looks, (key) => this.find(key, isWanted));
      if (found !== undefined) return found;
      looks -= keys?.size ?? 0;
    }
    return undefined;
  }

  /** Moves a widest network to the place that its number of members gives it. */
  #rank(networks: readonly Network[], before: 1 | -1): void {
    const key = widestOf(networks);
    const count = this.#members.get(key)?.size ?? 0;
    const left = this.#widest.get(count + before);
    left?.delete(key);
    if (left?.size === 0) this.#widest.delete(count + before);
    const joined = this.#widest.get(count);
    if (joined) joined.add(key);
    else if (count > 0) this.#widest.set(count, new Set([key]));
    // One comes or goes at a time, so the next place is never further than one away.
    if (count > this.#most || !this.#widest.has(this.#most)) this.#most = count;
  }
}

/** What is found for the first of a set that anything is found for. */
function firstOf<Item, Found>(
  items: Set<Item> | undefined,
  looksMax: number,
  find: (item: Item) => Found | undefined,
): Found | undefined {
  let looks = Math.min(items?.size ?? 0, looksMax);
  for (const item of items ?? []) {
    if (looks === 0) return undefined;
    const found = find(item);
    if (found !== undefined) return found;
    looks -= 1;
    items?.delete(item);
    items?.add(item);
  }
  return undefined;
}
