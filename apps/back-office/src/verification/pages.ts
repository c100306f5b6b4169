import type { Page } from '#app/page.ts';

export const verificationPages: readonly Page[] = [
  {
    path: 'verifications',
    title: 'Verifications',
    group: 'users',
    capability: 'verification.read',
    icon: 'shield-check',
    load: async () => (await import('./verifications-page.tsx')).VerificationsPage,
  },
  {
    path: 'verifications/:id',
    title: 'Verification',
    group: 'users',
    capability: 'verification.read',
    load: async () => (await import('./verification-page.tsx')).VerificationPage,
  },
];
