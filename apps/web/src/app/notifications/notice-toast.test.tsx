import { afterEach, expect, it, vi } from 'vitest';
import { expectOwnChange, takeOwnChange } from '#api/own-changes.ts';
import { noticeToast } from './use-user-feeds.ts';

afterEach(() => void vi.useRealTimers());

it('shows bad news as a warning', () => {
  const notice = { id: '1', title: 'Verification declined', text: 'Why', time: '2026-01-02T03:04:05.000Z' };
  expect([noticeToast(notice).type, noticeToast({ ...notice, warns: true }).type]).toEqual([
    'info',
    'warning',
  ]);
});

it('recognises one notice for each change that this page makes, of the same kind, from the moment it is sent', () => {
  vi.useFakeTimers();
  expectOwnChange('security');
  expect(takeOwnChange('login')).toBe(false);
  expect(takeOwnChange('security')).toBe(true);
  expect(takeOwnChange('security')).toBe(false);
});

it('recognises none once a refused change is taken back, or its time is over', () => {
  vi.useFakeTimers();
  const refused = expectOwnChange('security');
  refused();
  expect(takeOwnChange('security')).toBe(false);
  expectOwnChange('security');
  vi.advanceTimersByTime(30_001);
  expect(takeOwnChange('security')).toBe(false);
});
