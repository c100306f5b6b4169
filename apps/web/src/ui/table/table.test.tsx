import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { Table, type TableColumn } from './table.tsx';

interface Trade {
  id: number;
  price: string;
}

const columns: readonly TableColumn<Trade>[] = [
  { key: 'id', label: 'Number', showLabelInShrinkedView: false },
  {
    key: 'price',
    label: 'Price',
    class: 'text-right',
    tdClass: 'num',
    formatter: (price) => `${price} USDT`,
  },
  { key: 'row:info', label: 'Info', formatter: (_, row) => <b>{`row ${row.id}`}</b> },
];
const trades = (count: number): Trade[] =>
  Array.from({ length: count }, (_, id) => ({ id: id + 1, price: '5' }));
const rowKey = (row: Trade): number => row.id;

function show(rows: readonly Trade[], props: { pageSize?: number; loading?: boolean } = {}) {
  return render(<Table columns={columns} rows={rows} rowKey={rowKey} caption="Trades" {...props} />);
}

beforeAll(speakEnglish);
afterEach(cleanup);

describe('the table', () => {
  it('shows fields, formatted fields and whole-row cells', () => {
    show(trades(1));
    const cells = screen.getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(['1', '5 USDT', 'row 1']);
    expect(cells[1]?.className).toBe('text-right num');
    expect(screen.getByRole('table', { name: 'Trades' })).toBeTruthy();
  });

  it('labels the cells of the compact layout unless the column says no', () => {
    show(trades(1));
    expect(screen.getAllByRole('cell').map((cell) => cell.dataset.label)).toEqual([
      undefined,
      'Price',
      'Info',
    ]);
  });

  it('says so when there is nothing', () => {
    show([]);
    expect(screen.getByText('No data')).toBeTruthy();
  });

  it('shows skeletons and no empty text while loading', () => {
    show([], { loading: true });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('No data')).toBeNull();
    expect(document.querySelectorAll('tbody tr')).toHaveLength(5);
  });

  it('has no pagination for a single page', () => {
    show(trades(5), { pageSize: 5 });
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('starts at page 1 and turns pages', async () => {
    show(trades(31), { pageSize: 5 });
    const pages = within(screen.getByRole('navigation'));
    expect(pages.getByRole('button', { current: 'page' }).textContent).toBe('1');
    expect(pages.getAllByRole('button')).toHaveLength(7);
    expect(pages.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(pages.getByRole('button', { name: 'Page 5' }));
    expect(pages.getByRole('button', { name: 'Page 7' })).toBeTruthy();
    expect(pages.queryByRole('button', { name: 'Page 1' })).toBeNull();
    await userEvent.click(pages.getByRole('button', { name: 'Page 7' }));
    expect(screen.getAllByRole('cell')[0]?.textContent).toBe('31');
    expect(pages.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('keeps the focus on a control of the pages that leads no further', async () => {
    show(trades(10), { pageSize: 5 });
    for (const [name, firstCell] of [
      ['Next page', '6'],
      ['Previous page', '1'],
    ] as const) {
      const control = screen.getByRole('button', { name });
      control.focus();
      await userEvent.keyboard('{Enter}{Enter}');
      expect(document.activeElement).toBe(control);
      expect(screen.getAllByRole('cell')[0]?.textContent).toBe(firstCell);
    }
  });

  it('keeps the pages while the next one is loading, and the focus with them', () => {
    const paging = { page: 2, pageCount: 3, onPageChange: vi.fn() };
    const table = { columns, rows: trades(2), rowKey, caption: 'Trades', paging };
    const { rerender } = render(<Table {...table} />);
    const next = screen.getByRole('button', { name: 'Next page' });
    next.focus();
    rerender(<Table {...table} loading />);
    expect(document.activeElement).toBe(next);
  });

  it('leaves the page to its owner when asked', async () => {
    const onPageChange = vi.fn();
    const paging = { page: 2, pageCount: 3, onPageChange };
    render(<Table columns={columns} rows={trades(2)} rowKey={rowKey} caption="Trades" paging={paging} />);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPageChange).toHaveBeenCalledWith(3);
  });
});
