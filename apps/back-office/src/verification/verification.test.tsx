import type { VerificationDetails } from '@emporion/contracts/rest';
import { texts } from '@emporion/i18n/texts';
import { loadTexts, startI18n } from '@emporion/web/language/i18n.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { closePage, everybody, fill, openPage, withCapabilities } from '#testing/open-page.tsx';
import { userReasonWords } from './words.ts';

const id = '11111111-1111-4111-8111-111111111111';
const picture = '33333333-3333-4333-8333-333333333333';
const date = '2026-01-02T03:04:05.000Z';
const mine = { id: everybody.id, username: 'ada', until: date };

const person = { first_name: 'Grace', last_name: 'Hopper', birthday: '1990-05-17', country: 'PT' };
const verification: VerificationDetails = {
  ...{ id, user: { id: '22222222-2222-4222-8222-222222222222', username: 'grace' }, name: 'Grace Hopper' },
  ...{ level: 2, state: 'review', verdict: 'clear', submitted: date, decided: null, claimed_by: mine },
  warning: null,
  ...{ kyc_state: 'pending', verified_level: 0, reasons: [], note: null, again: [], own: false },
  declared: { ...person, address: 'Rua Augusta 1', city: 'Lisboa', postal_code: '1100-048' },
  account: { ...person, last_name: 'Murray' },
  document: { type: 'passport', number: 'P1', expires: '2030-01-01' },
  ...{ address_issued: '2025-10-01', checklist: ['name_matches', 'address_recent'], checks: [] },
  documents: [{ id: picture, kind: 'selfie', type: 'image/png', bytes: 68_000, viewed: true }],
  documents_deleted: null,
  same_document: [{ id: picture, user: { id, username: 'joe' }, state: 'approved', by: ['number'] }],
  timeline: [{ time: date, state: 'review' }],
};

afterEach(closePage);

it('shows what was declared beside what the account says, and a document when it is asked for', async () => {
  const { calls } = await openPage(`/verifications/${id}`, ({ path }) => ({
    body: path.endsWith('/view') ? { type: 'image/png', content: 'AAAA' } : verification,
  }));
  expect(await screen.findByText('Account: Murray')).toBeTruthy();
  expect(calls.some(({ path }) => path.endsWith('/view'))).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Selfie' })).src).toBe(
    'data:image/png;base64,AAAA',
  );
  expect(calls.filter(({ path }) => path.endsWith('/view'))).toMatchObject([
    { method: 'POST', path: `admin/verifications/${id}/documents/${picture}/view` },
  ]);
});

it('rejects with reasons, a message for the user and one for the log', async () => {
  const { calls } = await openPage(`/verifications/${id}`, () => ({ body: verification }));
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject the verification of grace' });
  await userEvent.click(within(dialog).getByLabelText('Details do not match the document'));
  expect(within(dialog).getByText('The user reads: “Your details don’t match the document”')).toBeTruthy();
  await fill(within(dialog).getByLabelText(/Message to the user/), 'Another name');
  await fill(
    within(dialog).getByLabelText('Internal reason (audit log, never shown to the user)'),
    'Compared both',
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      path: `admin/verifications/${id}/reject`,
      body: { reasons: ['data_mismatch'], note: 'Another name', reason: 'Compared both' },
    });
});

it('approves once everything of the checklist was ticked, and sends it along', async () => {
  const { calls } = await openPage(`/verifications/${id}`, () => ({ body: verification }));
  const approve = await screen.findByRole<HTMLButtonElement>('button', { name: 'Approve' });
  expect(approve.disabled).toBe(true);
  expect(screen.getByText('93 days old when submitted')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('The document shows the declared name'));
  expect(screen.getByText('To approve, tick the checklist (1 left).')).toBeTruthy();
  await userEvent.click(screen.getByLabelText(/at most 90 days old/));
  await userEvent.click(approve);
  const dialog = await screen.findByRole('dialog', { name: 'Verify grace to level 2' });
  await fill(within(dialog).getByLabelText('Reason'), 'Compared both');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      path: `admin/verifications/${id}/approve`,
      body: { checks: ['name_matches', 'address_recent'], reason: 'Compared both' },
    });
});

it('approves nothing before every document was opened, and offers to', async () => {
  const documents = verification.documents.map((each) => ({ ...each, viewed: false }));
  await openPage(`/verifications/${id}`, () => ({ body: { ...verification, checklist: [], documents } }));
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Approve' })).disabled).toBe(true);
  expect(screen.getByText('To approve, open every document (1 left).')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show' })).toBeTruthy();
});

it('says when the provider rejects somebody who is verified', async () => {
  const warned = {
    ...{ state: 'approved', kyc_state: 'approved', claimed_by: null },
    warning: { time: date, reasons: ['suspected_fraud'] },
  };
  await openPage(`/verifications/${id}`, () => ({ body: { ...verification, ...warned } }));
  expect(await screen.findByText('Rejected by the provider since')).toBeTruthy();
  expect(screen.getByText(/take the flag off/)).toBeTruthy();
});

it('revokes what counts, and says for whom else the document was shown', async () => {
  const counts = { state: 'approved', kyc_state: 'approved', claimed_by: null };
  const { calls } = await openPage(`/verifications/${id}`, () => ({ body: { ...verification, ...counts } }));
  expect(
    (await screen.findByRole('link', { name: /^joe: approved\s*same number$/i })).getAttribute('href'),
  ).toContain(picture);
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke the verification of grace' });
  await userEvent.click(within(dialog).getByLabelText('Suspected fraud'));
  await fill(within(dialog).getByLabelText(/^Internal reason/), 'Reported by the bank');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST'))
    .toMatchObject({
      path: `admin/verifications/${id}/revoke`,
      body: { reasons: ['suspected_fraud'], note: '', reason: 'Reported by the bank' },
    });
});

it.each([
  ['is free, which offers to claim it', { claimed_by: null }, 'Claim', undefined],
  ['a colleague claimed', { claimed_by: { ...mine, id } }, undefined, 'ada is working on it.'],
  ['is one’s own', { own: true }, undefined, /somebody else decides/],
])('offers no decision on what %s', async (_what, more, button, words) => {
  await openPage(`/verifications/${id}`, () => ({ body: { ...verification, ...more } }));
  expect(await screen.findByText('Account: Murray')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  if (button) expect(screen.getByRole('button', { name: button })).toBeTruthy();
  if (words) expect(screen.getByText(words)).toBeTruthy();
});

it('lists the other applications of the same person with their outcome, and opens a case from its list', async () => {
  const { claimed_by: _, ...listed } = { ...verification, claimed_by: null };
  const earlier = { ...listed, claimed_by: null, id: picture, level: 1, state: 'rejected', decided: date };
  await openPage(`/verifications/${id}`, ({ path, query }) => ({
    body:
      path === 'admin/verifications'
        ? { results: query.user ? [{ ...listed, claimed_by: null }, earlier] : [], next: null }
        : verification,
  }));
  const link = await screen.findByRole('link', { name: 'Level 1' });
  expect(link.getAttribute('href')).toContain(`/verifications/${picture}`);
  expect(link.parentElement?.textContent).toMatch(/Rejected/);
  expect(screen.queryByRole('link', { name: 'Level 2' })).toBeNull();
});

it('tells whoever rejects the very words that the user reads', async () => {
  await startI18n();
  await loadTexts('kyc');
  for (const [reason, said] of Object.entries(userReasonWords))
    expect(texts.t(`kyc.reasons.${reason as keyof typeof userReasonWords}`)).toBe(said);
});

it('shows who may only read no documents and no decisions', async () => {
  const hidden = { name: null, declared: null, account: null, documents: [] };
  await openPage(
    `/verifications/${id}`,
    () => ({ body: { ...verification, ...hidden } }),
    withCapabilities('verification.read'),
  );
  expect(await screen.findByText('Your role doesn’t see documents.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});
