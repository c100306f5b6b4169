import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { readTheme, setTheme, useTheme, watchTheme } from './theme.ts';

afterEach(() => {
  setTheme('auto');
});

describe('theme', () => {
  it('reads the cookie among others', () => {
    expect(readTheme('planguage=ru; theme=dark; other=1')).toBe('dark');
  });

  it('falls back to the system for a missing or foreign value', () => {
    expect(readTheme('')).toBe('auto');
    expect(readTheme('theme=hotdog')).toBe('auto');
    expect(readTheme('mytheme=dark')).toBe('auto');
  });

  it('stores the choice in the cookie and puts it on the page', () => {
    setTheme('dark');
    expect(readTheme()).toBe('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  it('tells components about a change', () => {
    const { result } = renderHook(() => useTheme());
    act(() => result.current.setTheme('light'));
    expect(result.current).toMatchObject({ choice: 'light', shown: 'light' });
  });

  it('follows the choice made in another tab', async () => {
    const stop = watchTheme();
    const otherTab = new BroadcastChannel('emporion-theme');
    const { result } = renderHook(() => useTheme());
    otherTab.postMessage('nonsense');
    otherTab.postMessage('dark');
    await act(async () => {
      await new Promise<void>((resolve) => {
        const here = new BroadcastChannel('emporion-theme');
        here.onmessage = () => {
          here.close();
          resolve();
        };
        otherTab.postMessage('dark');
      });
    });
    expect(result.current.choice).toBe('dark');
    otherTab.close();
    stop();
  });
});
