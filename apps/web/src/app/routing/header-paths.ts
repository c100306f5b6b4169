/** The pages, by the first part of their path, on which no header is drawn. */
const withoutHeader: ReadonlySet<string> = new Set([
  'login',
  'confirm-withdrawal-request',
  'confirm_sendfunds',
  'register',
  '404',
  'reset-password',
  'forgot',
  'interface-select',
  'email-verify',
  // Two of our own, reached from mails as the one above.
  'email-change',
  'not-me',
]);

/** `pathname` is relative to the base path. */
export function showsHeader(pathname: string): boolean {
  return !withoutHeader.has(pathname.split('/')[1] ?? '');
}
