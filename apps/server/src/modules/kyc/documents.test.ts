import { expect, it } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import { harmless } from './documents.ts';

const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const failing = (code: 'service_unavailable' | 'attachment_unreadable'): Pictures => ({
  redraw: () => Promise.reject(new Problem(code)),
  stop: async () => undefined,
});

it('takes a document as damaged when it cannot be drawn, and not when pictures are busy', async () => {
  expect(await harmless(failing('attachment_unreadable'), jpeg)).toBeUndefined();
  await expect(harmless(failing('service_unavailable'), jpeg)).rejects.toThrow('service_unavailable');
});
