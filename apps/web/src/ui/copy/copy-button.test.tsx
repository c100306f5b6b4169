import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { ToastArea } from '#ui/toast/toast-area.tsx';
import { resetToasts } from '#ui/toast/toast-store.ts';
import { CopyButton } from './copy-button.tsx';
import { copyText } from './copy-text.ts';

beforeAll(speakEnglish);
afterEach(() => {
  cleanup();
  resetToasts();
  Reflect.deleteProperty(document, 'execCommand');
  vi.restoreAllMocks();
});

function show() {
  render(
    <>
      <CopyButton text="bc1q" />
      <ToastArea />
    </>,
  );
}

function withoutClipboard(): void {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
}

describe('copying', () => {
  it('puts the text on the clipboard and says so', async () => {
    const user = userEvent.setup();
    show();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect((await screen.findByRole('status')).textContent).toContain('Copied to clipboard');
    expect(await navigator.clipboard.readText()).toBe('bc1q');
  });

  it('selects and copies where the browser has no clipboard', async () => {
    userEvent.setup();
    withoutClipboard();
    let selected = '';
    document.execCommand = () => {
      selected = document.querySelector('textarea')?.value ?? '';
      return true;
    };
    expect(await copyText('bc1q')).toBe(true);
    expect(selected).toBe('bc1q');
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('says so when neither way works', async () => {
    const user = userEvent.setup();
    withoutClipboard();
    show();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t copy');
  });
});
