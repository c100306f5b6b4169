import { type ErrorCode, errorCatalogue, errorCodes } from '#errors/catalogue.ts';
import { type ErrorGroup, errorGroups } from '#errors/row.ts';

const groupTitles: Record<ErrorGroup, string> = {
  authentication: 'Authentication',
  trading: 'Trading',
  wallet: 'Wallet',
  kyc: 'Verification (KYC)',
  api: 'API',
  security: 'Security',
  system: 'System',
  http: 'General HTTP answers',
  account: 'Registration and recovery',
  session: 'Session',
  order: 'Orders',
  operation: 'Operations',
  back_office: 'Back office',
  support: 'Support',
  feature: 'Switched-off features',
  settings: 'Settings of the exchange',
  general: 'General',
  client: 'Seen by the client itself',
  validation: 'Validation of fields',
  socket: 'Sockets',
};

const introduction = `# Errors

This page is made from the error catalogue by \`npm run docs\`; a test compares the two. Do not edit it by hand.

Every answer that is not 2xx has this body, with \`detail\` in the language of the request:

\`\`\`json
{ "code": "order_not_found", "detail": "Order not found. Refresh your order list." }
\`\`\`

A refused request also has \`fields\`: the path of each refused field and a sentence about it. Two shapes are fixed:

- An access token that is expired or not ours answers 401 with
  \`{ "code": { "code": "token_not_valid" }, "detail": "…" }\`. Refresh the token and send the request once more.
- A market order without funds answers \`order_no_funds\` with \`"detail": "NotEnoughFunds"\`, and one outside the cost
  limit answers \`order_cost_limit\` with a detail that begins \`Order cost limit\`, in every language.

Retry means that the same request may succeed later with nothing changed. Words in double braces are filled in.
`;

function line(code: ErrorCode, text: string): string {
  const { status, retryable } = errorCatalogue[code];
  return `| \`${code}\` | ${status === 0 ? '–' : status} | ${retryable ? 'yes' : 'no'} | ${text.replaceAll('|', '\\|')} |`;
}

function section(group: ErrorGroup, texts: Readonly<Record<string, string>>): string {
  const lines = errorCodes
    .filter((code) => errorCatalogue[code].group === group)
    .map((code) => line(code, texts[code] ?? ''));
  return [
    `## ${groupTitles[group]}`,
    '',
    '| code | status | retry | text |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** The page `docs/errors.md`. The English texts come as an argument, because contracts know no language. */
export function renderErrorsPage(texts: Readonly<Record<string, string>>): string {
  return [introduction, ...errorGroups.map((group) => section(group, texts))].join('\n');
}
