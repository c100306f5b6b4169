import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { ToastArea } from './toast-area.tsx';
import { resetToasts, showToast, type ToastContentProps, toastCountMax } from './toast-store.ts';

beforeAll(speakEnglish);
afterEach(() => {
  cleanup();
  resetToasts();
});

function Greeting({ close }: ToastContentProps) {
  return (
    <button type="button" onClick={close}>
      hello
    </button>
  );
}

describe('the toast area', () => {
  it('announces an error at once and everything else politely', () => {
    render(<ToastArea />);
    act(() => {
      showToast({ type: 'error', title: 'refused' });
      showToast({ title: 'placed', description: '0.25 BTC' });
    });
    expect(screen.getByRole('alert').textContent).toContain('refused');
    expect(screen.getByRole('status').textContent).toContain('placed 0.25 BTC');
  });

  it('announces every toast once', () => {
    render(<ToastArea />);
    act(() => void showToast({ title: 'placed' }));
    const toast = screen.getByRole('status');
    expect(toast.querySelector('[aria-live], [role="alert"], [role="status"]')).toBeNull();
    expect(toast.parentElement?.closest('[aria-live], [role="alert"], [role="status"]')).toBeNull();
  });

  it('shows the newest alone and counts in it those that it covers or that were dropped', () => {
    render(<ToastArea />);
    act(() => {
      for (let index = 0; index < toastCountMax + 7; index += 1) showToast({ title: `deal ${index}` });
    });
    const places = screen.getAllByRole('listitem');
    expect(places.map((place) => place.hasAttribute('data-covered'))).toEqual([true, true, false]);
    expect(places.at(-1)?.textContent).toContain(`deal ${toastCountMax + 6} and ${toastCountMax + 6} more`);
    expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(1);
  });

  it('closes by its button, and shows the one beneath', async () => {
    const closeAction = vi.fn();
    render(<ToastArea />);
    act(() => void showToast({ title: 'one' }));
    act(() => void showToast({ title: 'two', closeAction }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('two')).toBeNull();
    expect(screen.getByRole('listitem').hasAttribute('data-covered')).toBe(false);
    expect(closeAction).toHaveBeenCalledOnce();
  });

  it('closes by Escape, unless a field or a dialog has a use for the key', async () => {
    render(
      <>
        <ToastArea />
        <input aria-label="price" />
      </>,
    );
    act(() => void showToast({ title: 'one' }));
    screen.getByLabelText('price').focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('one')).toBeTruthy();
    screen.getByLabelText('price').blur();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('one')).toBeNull();
  });

  it('shows a custom component, which can close its toast', async () => {
    render(<ToastArea />);
    act(() => void showToast({ component: true, content: Greeting }));
    await userEvent.click(screen.getByRole('button', { name: 'hello' }));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows words from outside as text', () => {
    render(<ToastArea />);
    act(() => void showToast({ title: '<img src=x onerror=alert(1)>' }));
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  });
});
