import { configure, getConfig } from '@testing-library/dom';
import { quickenComputedStyle } from './computed-style.ts';
import { quickenLabels } from './labels.ts';
import { skipOwnerStacks } from './owner-stacks.ts';

/** As long as any other wait of a test, see scripts/testing/patience.mjs. */
const patienceMs = 300_000;

/** The mark of a page that several files share, of which the first has prepared it. */
const prepared = Symbol.for('emporion.prepared-page');

if (!(prepared in window)) {
  Object.defineProperty(window, prepared, { value: true });
  preparePage();
}

// As the page has it that the server writes.
document.documentElement.dataset.brand = 'Emporion';

function preparePage(): void {
  quickenComputedStyle(window);
  quickenLabels(window);
  skipOwnerStacks();
  const { getElementError } = getConfig();
  configure({
    asyncUtilTimeout: patienceMs,
    // While an element is waited for, the page is not printed at each look; it is when the wait has ended in vain.
    getElementError: (message, container) => {
      if (!isWaiting()) return getElementError(message, container);
      return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
    },
  });
}

/** The library's own mark that an error will be caught, and the next look taken. */
function isWaiting(): boolean {
  return (
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics ===
    true
  );
}
