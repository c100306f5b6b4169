import { vi } from 'vitest';

// A busy machine is slow, not wrong. What is awaited ends a wait at once, so patience costs nothing but where a test fails.
const patienceMs = 300_000;

/** This runs anew for every file, and files may share `vi`. */
const patient = ({ plain }) =>
  Object.assign(
    (callback, options) =>
      plain(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options }),
    { plain },
  );

vi.waitFor = patient({ plain: vi.waitFor, ...vi.waitFor });
vi.waitUntil = patient({ plain: vi.waitUntil, ...vi.waitUntil });
