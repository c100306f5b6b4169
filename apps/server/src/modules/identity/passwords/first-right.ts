/**
 * The place of the first hash that is right. One that is missing is compared as well, at the cost of a real one: the
 * time of a wrong password tells nobody which there are.
 */
export async function firstRight(
  hashes: readonly (string | undefined)[],
  compare: (hash: string | undefined) => Promise<boolean>,
): Promise<number | undefined> {
  for (const [place, hash] of hashes.entries()) {
    if (await compare(hash)) return place;
  }
  return undefined;
}
