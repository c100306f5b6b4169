import { errorCatalogue } from '@emporion/contracts/errors';
import { rejectionCodes } from '@emporion/core';
import { expect, it } from 'vitest';

// The core knows nothing of the wire, so nothing but this test holds its words and the catalogue's together.
it.each(rejectionCodes)('the core’s %s has a row in the catalogue, as a refusal', (code) => {
  const row = errorCatalogue[code];
  expect(row.status).toBeGreaterThanOrEqual(400);
  expect(row.status).toBeLessThan(500);
});
