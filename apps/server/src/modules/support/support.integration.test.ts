import { afterAll, beforeAll } from 'vitest';
import { attachmentCases } from './attachments/attachments.cases.ts';
import { attackCases } from './attacks.cases.ts';
import { deskCases } from './desk/desk.cases.ts';
import { openSupportApp, type SupportApp } from './testing/support-app.ts';
import { ticketCases } from './tickets/tickets.cases.ts';

let app: SupportApp;
beforeAll(async () => {
  app = await openSupportApp();
});
afterAll(() => app.close());

attachmentCases(() => app);
deskCases(() => app);
ticketCases(() => app);
attackCases(() => app);
