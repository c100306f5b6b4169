import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { ToastArea } from './toast-area.tsx';
import { closeToast, resetToasts, showToast, type ToastContentProps, toastCountMax } from './toast-store.ts';

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
    expect(screen.getByRole('status').textContent).toContain('placed0.25 BTC');
  });

  it('announces every toast once', () => {
    render(<ToastArea />);
    act(() => void showToast({ title: 'placed' }));
    const toast = screen.getByRole('status');
    expect(toast.querySelector('[aria-live], [role="alert"], [role="status"]')).toBeNull();
    expect(toast.parentElement?.closest('[aria-live], [role="alert"], [role="status"]')).toBeNull();
  });

  it('counts in the last one those that it has no room for, until there is room again', () => {
    render(<ToastArea />);
    let last = 0;
    act(() => {
      for (let index = 0; index < toastCountMax + 7; index += 1) last = showToast({ title: `deal ${index}` });
    });
    expect(screen.getAllByRole('status')).toHaveLength(toastCountMax);
    expect(
      screen.getAllByRole('status').map(({ textContent }) => /and 7 more/.test(textContent ?? '')),
    ).toEqual(Array.from({ length: toastCountMax }, (_, index) => index === toastCountMax - 1));
    act(() => closeToast(last));
    expect(screen.queryByText(/more/)).toBeNull();
  });

  it('has no close control unless asked for one', async () => {
    const closeAction = vi.fn();
    render(<ToastArea />);
    act(() => void showToast({ title: 'one' }));
    expect(screen.queryByRole('button')).toBeNull();
    act(() => void showToast({ title: 'two', showClose: true, closeAction }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('two')).toBeNull();
    expect(screen.getByText('one')).toBeTruthy();
    expect(closeAction).toHaveBeenCalledOnce();
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
