import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { AuditObject } from '#audit/audit-object.tsx';
import { isOfExchange } from '#audit/without-person.ts';
import { inWords } from './badge.tsx';
import { Changes } from './changes.tsx';

afterEach(cleanup);

it('reads what has parts, such as a title in several languages, part by part', () => {
  render(<Changes before={{}} after={{ title: { en: 'Maintenance', es: 'Mantenimiento' }, tiers: [] }} />);
  expect(screen.getByText('en: Maintenance, es: Mantenimiento')).toBeTruthy();
});

it('shortens an address that something was done to, with the whole of it as title', () => {
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  render(<AuditObject object={`address:${address}`} approval={null} />, { wrapper: MemoryRouter });
  expect(screen.getByText('Address bc1qar…wf5mdq').title).toBe(address);
});

it('says of what nobody did that it was the exchange, and of a visitor that it was one', () => {
  expect(isOfExchange('kyc_rejected')).toBe(true);
  expect(isOfExchange('login_failed')).toBe(false);
});

it('writes abbreviations as people do', () => {
  expect(inWords('kyc_pending')).toBe('KYC pending');
  expect(inWords('sms-code sent')).toBe('SMS code sent');
});
