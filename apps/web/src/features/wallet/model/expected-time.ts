import { isDemo } from '#api/mode.ts';

/** About how many seconds lie between two blocks, by the code of a network. One that is not here is not guessed at. */
const blockSeconds: Readonly<Record<string, number>> = {
  arbitrum: 1,
  bitcoin: 600,
  'bnb-smart-chain': 3,
  ethereum: 12,
  litecoin: 150,
  polygon: 2,
  rootstock: 30,
  tron: 3,
  'xrp-ledger': 4,
};

/** The chains of a demo make a block every two seconds. */
const demoBlockSeconds = 2;

/** How many minutes a transaction takes to be final, rounded up; undefined for a network that nobody knows the pace of. */
export function expectedMinutes({
  network,
  confirmations,
  demo = isDemo(),
}: {
  readonly network: string;
  readonly confirmations: number;
  readonly demo?: boolean;
}): number | undefined {
  const seconds = demo ? demoBlockSeconds : blockSeconds[network];
  return seconds === undefined ? undefined : Math.max(1, Math.ceil((seconds * confirmations) / 60));
}
