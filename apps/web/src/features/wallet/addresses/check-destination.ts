import type { CoinNetwork } from '@emporion/contracts/rest';
import type { FieldProblem, FieldProblems } from '#ui/form/field-problem.ts';
import type { Blockchains } from '../api/use-wallet-coins.ts';
import { type Derived, deriveNetwork } from './derive-network.ts';

/** What is written about where to. An empty network is one that the address says. */
export interface DestinationDraft {
  address: string;
  network: string;
  memo: string;
}

export interface Destinations {
  readonly networks: readonly CoinNetwork[];
  readonly blockchains: Blockchains;
}

/** The network that is meant: the one that the address names, or the one that was chosen among those it can be of. */
export function networkOf(
  { address, network }: DestinationDraft,
  { networks, blockchains }: Destinations,
): { derived: Derived; terms: CoinNetwork | undefined } {
  const derived = deriveNetwork(address, { networks, blockchains });
  const code =
    derived.kind === 'one'
      ? derived.network
      : derived.kind === 'several' && derived.networks.includes(network)
        ? network
        : undefined;
  return { derived, terms: networks.find((one) => one.network === code) };
}

const refusals: Partial<Record<Derived['kind'], string>> = {
  empty: 'field_required',
  unknown: 'invalid_withdrawal_address',
  elsewhere: 'wrong_address',
};

/** Memos of either kind tell apart those who share an address, so that one without it reaches nobody. */
function memoProblem(memo: string, terms: CoinNetwork | undefined): FieldProblem | undefined {
  const text = memo.trim();
  if (!terms?.memo) return undefined;
  if (text === '') return { code: terms.memo === 'tag' ? 'destination_tag_required' : 'field_required' };
  const isTag = /^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) < 2 ** 32;
  return terms.memo === 'tag' && !isTag ? { code: 'invalid_memo' } : undefined;
}

/** The memo to send: none where the network has none, such as one that came with a scanned address. */
export function memoOf({ memo }: Pick<DestinationDraft, 'memo'>, terms: CoinNetwork | undefined): string {
  return terms?.memo ? memo.trim() : '';
}

/** What can be seen to be wrong without the server, which checks the rest. */
export function checkDestination(draft: DestinationDraft, among: Destinations): FieldProblems {
  const { derived, terms } = networkOf(draft, among);
  const refusal = refusals[derived.kind];
  const memo = memoProblem(draft.memo, terms);
  return {
    ...(refusal === undefined ? {} : { address: { code: refusal } }),
    ...(derived.kind === 'several' && terms === undefined ? { network: { code: 'field_required' } } : {}),
    ...(memo === undefined ? {} : { memo }),
  };
}
