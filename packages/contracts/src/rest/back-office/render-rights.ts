import { type Endpoint, isCapability } from '#rest/endpoint.ts';
import * as rest from '#rest/index.ts';
import { builtInRoles, type Capability, staffRoles } from './capabilities.ts';

/** `docs/staff-rights.md`: every call of staff with its capability and the roles that have it. */
export function renderRights(): string {
  const endpoints = Object.entries(rest)
    .filter(([name]) => name.endsWith('Endpoints'))
    .flatMap(([, area]) => Object.values(area as Record<string, Endpoint>));
  const rows = endpoints
    .flatMap(({ method, path, access, summary }) =>
      isCapability(access) ? [{ method, path, access, summary }] : [],
    )
    .sort((one, other) => (`${one.path} ${one.method}` < `${other.path} ${other.method}` ? -1 : 1))
    .map(({ method, path, access, summary }) => {
      const marks = staffRoles.map((role) => (has(role, access) ? '✓' : '')).join(' | ');
      return `| \`${method} ${path}\` | ${summary} | \`${access}\` | ${marks} |`;
    });
  const names = staffRoles.map((role) => role.replace('_', ' ')).join(' | ');
  return `# Rights of staff

This page is made from the contracts by \`npm run docs\`; a test compares the two, and another asks a running server every call as every role. Do not edit it by hand.

What a role may not do answers 404 \`not_found\`; without a token it is 401. See [the back office](back-office.md).

| call | what it does | capability | ${names} |
|---|---|---|${staffRoles.map(() => '---|').join('')}
${rows.join('\n')}
`;
}

function has(role: keyof typeof builtInRoles, access: Capability): boolean {
  const held: readonly Capability[] = builtInRoles[role];
  return held.includes(access);
}
