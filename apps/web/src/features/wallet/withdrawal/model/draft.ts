import { forgetDraft, keepDraft, readDraft } from '#api/form-draft.ts';
import type { Destination } from '../destination-step.tsx';

/** What is written about where to, before it is checked. */
export interface WrittenDestination {
  readonly address: string;
  readonly network: string;
  readonly memo: string;
  readonly holder: string;
}

/** A withdrawal that is not asked for yet, as this tab keeps it over a reload. Codes are no part of it. */
export interface WithdrawalDraft {
  readonly written?: WrittenDestination | undefined;
  /** Checked by the server. */
  readonly destination?: Destination | undefined;
  readonly amount: string;
  /** Kept too: after a lost answer and a reload, the same request is sent again and is carried out once. */
  readonly clientId: string;
}

const key = 'draft:withdrawal';

interface KeptDraft extends WithdrawalDraft {
  readonly coin: string;
}

export function newDraft(): WithdrawalDraft {
  return { amount: '', clientId: crypto.randomUUID() };
}

/** The draft of a coin; a new one where none is kept, or the kept one is of another coin. */
export function readWithdrawalDraft(coin: string): WithdrawalDraft {
  const kept = readDraft(key) as Partial<KeptDraft> | null | undefined;
  if (kept?.coin !== coin || typeof kept.amount !== 'string' || typeof kept.clientId !== 'string')
    return newDraft();
  const { written, destination, amount, clientId } = kept;
  return { written, destination, amount, clientId };
}

export function keepWithdrawalDraft(coin: string, draft: WithdrawalDraft): void {
  const kept: KeptDraft = { ...draft, coin };
  keepDraft(key, kept);
}

export function forgetWithdrawalDraft(): void {
  forgetDraft(key);
}
