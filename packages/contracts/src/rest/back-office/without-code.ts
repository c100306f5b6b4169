/**
 * The staff calls other than GET that take no fresh code, each with the reason. All others have `confirmation` in their body. A test holds this table against the
 * contracts: a new call is in neither only by mistake.
 */
export const withoutCode: Readonly<Record<string, string>> = {
  // Changes nothing: the method is POST because of the body.
  'POST admin/markets/preview': 'Reads: answers what is wrong with the rules of a market.',
  'POST admin/markets/:pair/rules-preview': 'Reads: counts the open orders that would not fit.',
  'POST admin/policy/withdrawal-rules/simulate': 'Reads: applies draft rules to past withdrawals.',
  'POST admin/verifications/:id/documents/:document/view':
    'Reads. One check takes several documents in a row, and each view is in the audit log.',
  // Reaches only the caller.
  'POST admin/settings/test-mail': 'Reaches only the caller’s own mailbox, five times a minute at most.',
  'PUT admin/settings/first-run/:step': 'Ticks a step of the guide, which changes nothing for users.',
  'POST admin/user-views/:view/end': 'Ends a right to see. To end something must be quick.',
  // Words, many times an hour, under the name of the desk. They move no money and change no account.
  'POST admin/tickets/:id/replies': 'Words to a user who wrote; the thread shows who replied.',
  'POST admin/tickets/:id/notes': 'Words among staff.',
  'POST admin/ticket-uploads': 'A file for a reply; it is checked, and only a reply delivers it.',
  'POST admin/users/:id/notes': 'Words among staff; the card shows who wrote them.',
  // Who works on what. Each can be undone by the same call.
  'POST admin/tickets/:id/assignee': 'Says who works on a ticket.',
  'POST admin/tickets/:id/triage': 'Sorts a ticket.',
  'POST admin/tickets/:id/escalation': 'Shows a ticket to more staff, with a reason.',
  'POST admin/tickets/:id/close': 'Closes a ticket, which its owner opens again by a reply.',
  'POST admin/tickets/:id/reopen': 'Opens a ticket again.',
  'POST admin/verifications/:id/claim': 'Says who works on a verification.',
  'POST admin/verifications/:id/release': 'Gives a verification back to the queue.',
  // Drafts: they reach a user only in a reply that a person sends.
  'POST admin/ticket-macros': 'A saved answer. Staff read it before they send it.',
  'PUT admin/ticket-macros/:id': 'A saved answer. Staff read it before they send it.',
  'DELETE admin/ticket-macros/:id': 'Removes a saved answer.',
};
