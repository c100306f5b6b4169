import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { ToastArea } from '#ui/toast/toast-area.tsx';
import { resetToasts, showToast } from '#ui/toast/toast-store.ts';
import { ModalHost } from './modal-host.tsx';
import { closeModal, type ModalConfig, showModal } from './modal-store.ts';

function Question({ text }: { text: string }) {
  return (
    <>
      <p>{text}</p>
      <button type="button" onClick={closeModal}>
        yes
      </button>
    </>
  );
}

function Form() {
  return (
    <>
      <button type="button">confirm</button>
      <input aria-label="code" />
    </>
  );
}

function Confirmation() {
  return (
    <>
      <button type="button">confirm</button>
      <button type="button" data-autofocus="">
        back
      </button>
    </>
  );
}

function open(config: ModalConfig = {}): void {
  act(() => showModal(Question, { text: 'sure?' }, { title: 'Log out', ...config }));
}

/** Long enough for a press to be meant for the dialog and not for what opened it. */
function look(): void {
  vi.advanceTimersByTime(1_000);
}

beforeAll(speakEnglish);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  render(
    <div>
      <main>
        <button type="button">outside</button>
      </main>
      <ModalHost />
      <ToastArea />
    </div>,
  );
});
afterEach(() => {
  act(closeModal);
  cleanup();
  resetToasts();
  vi.useRealTimers();
  document.body.removeAttribute('style');
});

describe('the modal', () => {
  it('shows the content with its props under its title, in the given size', () => {
    open({ size: 'xl' });
    const dialog = screen.getByRole('dialog', { name: 'Log out' });
    expect(dialog.getAttribute('aria-modal')).toBe('true');
    expect(dialog.dataset.size).toBe('xl');
    expect(screen.getByText('sure?')).toBeTruthy();
  });

  it('closes by the close icon, the backdrop and Esc', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    open();
    look();
    await userEvent.click(screen.getByTestId('modal-backdrop'));
    expect(screen.queryByRole('dialog')).toBeNull();
    open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is closed by its content alone when clickToClose is false', async () => {
    open({ clickToClose: false });
    look();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByTestId('modal-backdrop'));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'yes' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('hides the scroll of the page while open and restores what was there', () => {
    document.body.style.overflow = 'clip';
    open();
    expect(document.body.style.overflow).toBe('hidden');
    open();
    expect(document.body.style.overflow).toBe('hidden');
    act(closeModal);
    expect(document.body.style.overflow).toBe('clip');
  });

  it('takes the focus, keeps the page out of reach and gives the focus back', () => {
    const outside = screen.getByRole('button', { name: 'outside' });
    outside.focus();
    open();
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
    expect(outside.closest('[inert]')).not.toBeNull();
    expect(screen.getByRole('dialog').closest('[inert]')).toBeNull();
    act(closeModal);
    expect(document.activeElement).toBe(outside);
    expect(document.querySelector('[inert]')).toBeNull();
  });

  it('stays open under the second press of a double click on what opened it', async () => {
    open();
    await userEvent.click(screen.getByTestId('modal-backdrop'));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('stays open when a press only ends on the backdrop', async () => {
    open();
    look();
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: screen.getByText('sure?') },
      { keys: '[/MouseLeft]', target: screen.getByTestId('modal-backdrop') },
    ]);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('focuses a field or what asks for it, and no button that confirms', () => {
    act(() => showModal(Form));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'code' }));
    act(() => showModal(Confirmation));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'back' }));
  });

  it('is confirmed by a new press, not by a key still held from before', async () => {
    open();
    screen.getByRole('button', { name: 'yes' }).focus();
    const held = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    act(() => void document.activeElement?.dispatchEvent(held));
    expect(held.defaultPrevented).toBe(true);
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads Tab around inside, in both directions', async () => {
    open();
    const close = screen.getByRole('button', { name: 'Close' });
    const yes = screen.getByRole('button', { name: 'yes' });
    await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(yes);
    await userEvent.tab();
    expect(document.activeElement).toBe(close);
    await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(yes);
    yes.blur();
    await userEvent.tab();
    expect(document.activeElement).toBe(close);
  });

  it('leads Tab through the toasts too', async () => {
    open();
    act(() => void showToast({ title: 'placed' }));
    const toasts = screen.getByRole('region');
    screen.getByRole('button', { name: 'yes' }).focus();
    await userEvent.tab();
    expect(toasts.contains(document.activeElement)).toBe(true);
    await userEvent.tab();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  it('leaves the toasts usable', () => {
    open();
    const toasts = document.querySelector('[data-layer="toasts"]');
    expect(toasts).not.toBeNull();
    expect(toasts?.closest('[inert]')).toBeNull();
  });
});
