import { addressVerdicts, type ListedAddress, listedAddressEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { optionsOf, useCoinFilters } from './coin-filters.ts';
import { verdictWords } from './words.ts';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'text', label: 'Address', placeholder: 'Address, whole' },
  {
    kind: 'choice',
    name: 'verdict',
    label: 'Verdict',
    options: addressVerdicts.map((verdict) => [verdict, verdictWords[verdict].word] as const),
  },
];

const columns: readonly Column<ListedAddress>[] = [
  { id: 'address', label: 'Address', cell: ({ address }) => <Identifier value={address} /> },
  {
    id: 'verdict',
    label: 'Verdict',
    cell: ({ verdict }) => <Badge tone={verdictWords[verdict].tone}>{verdictWords[verdict].word}</Badge>,
  },
  {
    id: 'reason',
    isText: true,
    label: 'Reason',
    cell: ({ reason }) => <span className="whitespace-pre-line">{reason}</span>,
  },
  { id: 'added', label: 'Added', cell: ({ added }) => <Time at={added} /> },
  { id: 'by', label: 'By', cell: ({ added_by }) => added_by.username },
];

function askAdd(networks: readonly (readonly [string, string])[]): void {
  askAction({
    title: 'Put an address on the list',
    text: 'Nobody can withdraw to a denied address from now on, and queued withdrawals to it are held. An allowed address is marked as known good wherever withdrawals are decided.',
    fields: [
      { name: 'network', label: 'Network', kind: 'choice', options: networks },
      { name: 'address', label: 'Address', kind: 'text' },
      {
        ...{ name: 'verdict', label: 'Verdict', kind: 'choice', initial: 'deny' },
        options: addressVerdicts.map((verdict) => [verdict, verdictWords[verdict].word] as const),
      },
      { ...reasonField, hint: 'Shown in this list, and kept in the audit log.' },
    ],
    confirm: 'Add',
    run: ({ network = '', address = '', verdict = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(listedAddressEndpoints.add, {
            body: { network, address, verdict: verdict as ListedAddress['verdict'], reason, confirmation },
          }),
        done: 'The address is on the list.',
      }),
  });
}

function askRemove({ address, verdict }: ListedAddress): void {
  askAction({
    title: 'Take the address off the list',
    text:
      verdict === 'deny'
        ? 'Everybody can withdraw to it again. What was held for it stays held until somebody decides.'
        : undefined,
    fields: [reasonField],
    confirm: 'Take it off',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(listedAddressEndpoints.remove, { body: { address, reason, confirmation } }),
        done: 'The address is off the list.',
      }),
  });
}

const removeColumn: Column<ListedAddress> = {
  id: 'remove',
  label: 'Action',
  cell: (row) => (
    <Button size="small" variant="flat" color="red" onClick={() => askRemove(row)}>
      Take off
    </Button>
  ),
};
const withRemove = [...columns, removeColumn];

export function AddressesPage() {
  const may = useMay();
  const networks = [...optionsOf(useCoinFilters(), 'network'), ['payeer', 'Payeer'] as const];
  const { values, query, change } = useFilters(filters);
  const list = useList(listedAddressEndpoints.list, { query });
  const mayList = may('addresses.decide');
  return (
    <>
      <PageHead
        title="Addresses"
        text="Addresses nobody can withdraw to, and addresses known to be good."
        actions={mayList && <Button onClick={() => askAdd(networks)}>Add an address</Button>}
      />
      <ListTable
        name="addresses"
        caption="Listed addresses"
        columns={mayList ? withRemove : columns}
        list={list}
        filters={<FilterBar name="addresses" filters={filters} values={values} onChange={change} />}
        rowKey={({ address }) => address}
        emptyText="No address is on the list."
      />
    </>
  );
}
