import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { AuditObject } from '#audit/audit-object.tsx';
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

it('writes abbreviations as people do', () => {
  expect(inWords('kyc_pending')).toBe('KYC pending');
  expect(inWords('sms-code sent')).toBe('SMS code sent');
});
