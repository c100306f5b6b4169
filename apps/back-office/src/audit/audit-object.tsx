import type { AuditEntry } from '@emporion/contracts/rest';
import { Link } from 'react-router';
import { kindNames } from '#approvals/words.ts';
import { inWords } from '#kit/badge.tsx';

/** Where the pages of things are that actions are done to. */
const pages: Readonly<Record<string, string>> = {
  withdrawal: '/wallet/withdrawals',
  deposit: '/wallet/deposits',
  market: '/trading/markets',
  order: '/trading/orders',
  proposal: '/approvals',
  refill: '/wallet/refills',
  verification: '/verifications',
  ticket: '/tickets',
};

/** Ids by their beginning, addresses by both ends, as everywhere; the whole is in the title. */
function shortened(id: string): string {
  if (/^[0-9a-f-]{36}$/.test(id)) return id.slice(0, 8);
  return id.length > 30 ? `${id.slice(0, 6)}…${id.slice(-6)}` : id;
}

/** What an action was done to, and the proposal by which it was done, each a way to its page. */
export function AuditObject({ object, approval }: Pick<AuditEntry, 'object' | 'approval'>) {
  const [kind = '', id = ''] =
    object === null ? [] : [object.split(':')[0], object.slice(object.indexOf(':') + 1)];
  const page = pages[kind];
  const name = `${inWords(kind)} ${shortened(id)}`;
  const isOther = kind !== '' && !(kind === 'proposal' && id === approval);
  if (!isOther && approval === null) return <span className="text-muted">–</span>;
  return (
    <span className="inline-flex flex-col">
      {isOther &&
        (page === undefined || id === 'all' ? (
          <span title={id}>{name}</span>
        ) : (
          <Link to={`${page}/${id}`} title={id} className="text-accent hover:underline">
            {name}
          </Link>
        ))}
      {approval !== null && (
        <Link to={`/approvals/${approval}`} className="text-accent hover:underline">
          {`Proposal ${approval.slice(0, 8)}`}
        </Link>
      )}
    </span>
  );
}

/** What programs keep for checking and people read nothing from. */
const unread: readonly string[] = ['payload_hash', 'personal_hash', 'factor', 'approvers'];

/** What changed, without what says nothing: hashes, and switches that are off. */
export function changesOf({
  action,
  before,
  after,
  names,
}: AuditEntry): Pick<AuditEntry, 'before' | 'after'> {
  const isProposal = action.startsWith('proposal_');
  const isSaid = ([name, value]: [string, unknown]): boolean =>
    !unread.includes(name) && !(isProposal && (value === false || name === 'state'));
  const said = (values: AuditEntry['after']): AuditEntry['after'] =>
    Object.fromEntries(
      Object.entries(values)
        .filter(isSaid)
        .map(([name, value]) => [name, inPlainWords(name, value, names)]),
    );
  return { before: said(before), after: said(after) };
}

function inPlainWords(name: string, value: unknown, names: AuditEntry['names']): unknown {
  if (name === 'assignee' && typeof value === 'string') return names[value] ?? 'Erased';
  if (name === 'kind' && typeof value === 'string')
    return kindNames[value as keyof typeof kindNames] ?? inWords(value);
  return value;
}
