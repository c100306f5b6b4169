import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { ToastArea } from '#ui/toast/toast-area.tsx';
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

function open(config: ModalConfig = {}): void {
  act(() => showModal(Question, { text: 'sure?' }, { title: 'Log out', ...config }));
}

beforeAll(speakEnglish);
beforeEach(() => {
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
    await userEvent.click(screen.getByTestId('modal-backdrop'));
    expect(screen.queryByRole('dialog')).toBeNull();
    open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is closed by its content alone when clickToClose is false', async () => {
    open({ clickToClose: false });
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
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'yes' }));
    expect(outside.closest('[inert]')).not.toBeNull();
    expect(screen.getByRole('dialog').closest('[inert]')).toBeNull();
    act(closeModal);
    expect(document.activeElement).toBe(outside);
    expect(document.querySelector('[inert]')).toBeNull();
  });

  it('leaves the toasts usable', () => {
    open();
    const toasts = document.querySelector('[data-layer="toasts"]');
    expect(toasts).not.toBeNull();
    expect(toasts?.closest('[inert]')).toBeNull();
  });
});
