import { webcrypto } from 'node:crypto';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answerCalls, openWallet, prepareWallet, resetWallet } from '../testing/open-wallet.tsx';
import { sampleProof } from '../testing/sample-proof.ts';
import { ProofPage } from './proof-page.tsx';
import { runCheck } from './run-check.ts';

vi.mock('./run-check.ts', async (original) => ({
  ...(await original<typeof import('./run-check.ts')>()),
  runCheck: vi.fn(),
}));

const { proof, own } = sampleProof();

beforeAll(async () => {
  vi.stubGlobal('crypto', webcrypto);
  await prepareWallet();
});
afterEach(resetWallet);

function openProof(answers: Readonly<Record<string, unknown>>) {
  openWallet({ path: '/wallet/proof', at: '/wallet/proof', Page: ProofPage, answers });
}
const list = { liabilities: { results: [proof], more: false } };

it('says what is proven, what that is, and what is not proven', async () => {
  openProof({ ...list, own });
  expect(await screen.findByText('Your BTC is included')).toBeTruthy();
  expect(screen.getByText(/^This proves that what we owed you on .* published total of 10 BTC/)).toBeTruthy();
  expect(screen.getByText(/^It doesn’t prove that we hold the coins/)).toBeTruthy();
  expect(screen.getByText('Recalculated your 2 entries from your account and its secret')).toBeTruthy();
});

it('says plainly that a proof does not match, and what to do', async () => {
  openProof({ ...list, own: { ...own, account_id: '335fb74f-7936-4191-afb5-b542e2d598ea' } });
  expect(await screen.findByText('This proof doesn’t match')).toBeTruthy();
  expect(screen.getByText(/contact support/)).toBeTruthy();
  expect(screen.queryByText(/^This proves/)).toBeNull();
});

it('says that nothing was published yet', async () => {
  openProof({ liabilities: { results: [], more: false } });
  expect(await screen.findByText(/^No proof has been published yet/)).toBeTruthy();
});

it('says that there was nothing to prove', async () => {
  openProof({ ...list, own: { ...own, amount: '0', leaves: [] } });
  expect(await screen.findByText('No BTC to prove')).toBeTruthy();
});

it('says when one’s own part cannot be read, and reads it again', async () => {
  openProof(list);
  expect(await screen.findByText('Couldn’t load your part of the proof')).toBeTruthy();
  answerCalls({ ...list, own });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Your BTC is included')).toBeTruthy();
});

it('checks the whole publication with its progress, and can be stopped', async () => {
  const stop = vi.fn();
  let finish: (check: Awaited<ReturnType<typeof runCheck>['result']>) => void = () => {};
  vi.mocked(runCheck).mockImplementation((_, onBytes) => {
    onBytes(proof.bytes / 2);
    return { result: new Promise((resolve) => (finish = resolve)), stop };
  });
  openProof({ ...list, own });
  const start = () => screen.findByRole('button', { name: /^Check everything/ });
  await userEvent.click(await start());
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(proof.bytes / 2));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(stop).toHaveBeenCalled();
  await userEvent.click(await start());
  finish({ kind: 'holds', leaves: 4, digestChecked: true });
  expect(await screen.findByText(/^4 entries add up to the published total/)).toBeTruthy();
});
