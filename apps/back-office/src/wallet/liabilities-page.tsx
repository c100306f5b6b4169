import { type LiabilitiesRun, liabilitiesRunEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge, inWords, type Tone } from '#kit/badge.tsx';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';

const tones: Readonly<Record<LiabilitiesRun['status'], Tone>> = {
  waiting: 'plain',
  building: 'accent',
  built: 'accent',
  published: 'good',
  failed: 'bad',
};

const columns: readonly Column<LiabilitiesRun>[] = [
  { id: 'requested', label: 'Asked for', cell: ({ requested }) => <Time at={requested} /> },
  { id: 'coin', label: 'Coin', cell: ({ coin }) => <b className="font-semibold">{coin}</b> },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status, progress }) => (
      <Badge tone={tones[status]}>{status === 'building' ? `Building, ${progress}%` : inWords(status)}</Badge>
    ),
  },
  {
    id: 'by',
    label: 'Asked by',
    cell: ({ requested_by }) =>
      requested_by === null ? (
        'The schedule'
      ) : (
        <Identifier value={requested_by} to={`/users/${requested_by}`} />
      ),
  },
  { id: 'reason', label: 'Reason', isText: true, cell: ({ reason }) => reason ?? '–' },
  { id: 'failure', label: 'Why it failed', cell: ({ failure }) => failure ?? '–' },
  { id: 'id', label: 'Id', cell: ({ id }) => <Identifier value={id} /> },
];

function askRun(): void {
  askAction({
    title: 'Make a proof of liabilities',
    text: 'What users have of a coin at one moment of the journal, as a tree that everybody can check. It is published when it is done.',
    confirm: 'Make it',
    fields: [
      { name: 'coin', label: 'Coin', kind: 'text', isOptional: true, hint: 'Its code. Empty: all coins.' },
      reasonField,
    ],
    run: ({ coin = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(liabilitiesRunEndpoints.start, {
            body: { ...(coin !== '' && { coin: coin.toUpperCase() }), reason, confirmation },
          }),
        done: 'It is being made.',
      }),
  });
}

export function LiabilitiesPage() {
  const may = useMay();
  const list = useList(liabilitiesRunEndpoints.list, { query: { limit: '200' }, refreshMs: 5_000 });
  return (
    <>
      <PageHead
        title="Proof of liabilities"
        text="Each proof lets users check that their balances are included in what the exchange owes."
        actions={may('liabilities.publish') && <Button onClick={askRun}>Make one</Button>}
      />
      <ListTable
        name="liabilities"
        caption="Proofs of liabilities"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        emptyText="No proof was made yet."
      />
    </>
  );
}
