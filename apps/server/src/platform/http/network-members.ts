import type { Network } from './address-key.ts';

/** The members of each network, the oldest first. One that lies in several is a member of each. */
export class NetworkMembers<Member> {
  readonly #members = new Map<string, Set<Member>>();

  add(networks: readonly Network[], member: Member): void {
    for (const { key } of networks) {
      const members = this.#members.get(key);
      if (members) members.add(member);
      else this.#members.set(key, new Set([member]));
    }
  }

  delete(networks: readonly Network[], member: Member): void {
    for (const { key } of networks) {
      const members = this.#members.get(key);
      members?.delete(member);
      if (members?.size === 0) this.#members.delete(key);
    }
  }

  oldestOf(key: string): Member | undefined {
    for (const member of this.#members.get(key) ?? []) return member;
    return undefined;
  }
}
