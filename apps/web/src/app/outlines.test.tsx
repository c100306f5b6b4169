import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { logInForTest, openApp, prepareApp, resetApp } from './testing/render-app.tsx';

beforeAll(prepareApp);
afterEach(resetApp);

it('says that it is not open yet', async () => {
  logInForTest();
  openApp('/kyc');
  expect(await screen.findByText('This page isn’t available yet.')).toBeTruthy();
});
