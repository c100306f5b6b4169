// @vitest-environment node
import { fail, succeed } from '@emporion/kernel';
import { describe, expect, it, vi } from 'vitest';
import { memoryStore } from './browser-storage.ts';
import type { Call } from './client.ts';
import { countriesOrNone } from './countries.ts';
import { networkFailure } from './failure.ts';
import { saveLanguage } from './save-language.ts';
import { createSession } from './session-store.ts';

describe('countries', () => {
  it('are an empty list, with a warning, when the fetch failed', () => {
    const warn = vi.fn();
    expect(countriesOrNone(fail(networkFailure), warn)).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('come through untouched otherwise', () => {
    const warn = vi.fn();
    expect(countriesOrNone(succeed(['AR', 'PT']), warn)).toEqual(['AR', 'PT']);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('saving the language', () => {
  const loggedIn = createSession(memoryStore());
  loggedIn.save({ token: 'a', refreshToken: 'r' });

  it('is not attempted for a visitor', async () => {
    const call = vi.fn();
    await saveLanguage(call, createSession(memoryStore()), 'ru');
    expect(call).not.toHaveBeenCalled();
  });

  it('posts the choice of a logged-in user and tells of a failure', async () => {
    const call = vi.fn(async () => fail(networkFailure));
    await expect(saveLanguage(call as Call, loggedIn, 'ru')).resolves.toBe(false);
    expect(call).toHaveBeenCalledWith(expect.objectContaining({ path: 'language' }), {
      body: { lang: 'ru' },
    });
  });
});
