import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { SegmentedControl } from './segmented-control.tsx';
import { Tabs } from './tabs.tsx';

type Kind = 'limit' | 'market' | 'stop';
const kinds: readonly Kind[] = ['limit', 'market', 'stop'];

function Form() {
  const [kind, setKind] = useState<Kind>('limit');
  return (
    <>
      <Tabs<Kind>
        label="Type"
        tabs={kinds.map((value) => ({ value, label: value, content: `${value} order` }))}
        value={kind}
        onValueChange={setKind}
      />
      <SegmentedControl<Kind>
        label="Same"
        segments={kinds.map((value) => ({ value, label: `the ${value}` }))}
        value={kind}
        onValueChange={setKind}
      />
    </>
  );
}

afterEach(cleanup);

describe('tabs', () => {
  it('shows the panel of the chosen tab only', async () => {
    render(<Form />);
    await userEvent.click(screen.getByRole('tab', { name: 'market' }));
    expect(screen.getByRole('tabpanel', { name: 'market' }).textContent).toBe('market order');
  });

  it('is one tab stop whose tabs the arrows walk', async () => {
    render(<Form />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe('stop');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('stop');
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('type')).toBe('radio');
  });
});

describe('the segmented control', () => {
  it('chooses one of a group', async () => {
    render(<Form />);
    await userEvent.click(screen.getByRole('radio', { name: 'the market' }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'the market' }).checked).toBe(true);
    expect(screen.getByRole('group', { name: 'Same' })).toBeTruthy();
  });
});
