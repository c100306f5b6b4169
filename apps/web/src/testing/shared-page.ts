import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// The files of a worker share the page, React and every other package, which is most of what a file costs. Our own modules
// may keep something for themselves, so each file begins with new ones, and leaves the page as it found it.
vi.resetModules();

afterAll(() => {
  cleanup();
  configure({ defaultHidden: false });
  vi.useRealTimers();
  // First what spies on a stub: restored after it, the stub would be there for good.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  // Whoever plays a user's hands puts one there.
  Reflect.deleteProperty(window.navigator, 'clipboard');
  window.localStorage.clear();
  window.sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) forgetCookie(cookie.split('=')[0] ?? '');
  window.history.replaceState(null, '', '/');
});

function forgetCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the browser's other way to it is not in the test's page
  document.cookie = `${name}=; max-age=0; path=/`;
}
