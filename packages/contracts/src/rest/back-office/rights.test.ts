import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as rest from '#rest/index.ts';
import { builtInRoles, type Capability, capabilities, capabilitiesOf, staffRoles } from './capabilities.ts';
import { renderRights } from './render-rights.ts';
import { withoutCode } from './without-code.ts';

describe('the page of rights', () => {
  it('is what the contracts say; `npm run docs` writes it anew', async () => {
    const page = await readFile(new URL('../../../../../docs/staff-rights.md', import.meta.url), 'utf8');
    expect(page).toBe(renderRights());
  });
});

describe('a role', () => {
  it.each(staffRoles)('%s names each of its capabilities once, and enters the back office', (role) => {
    const held: readonly Capability[] = builtInRoles[role];
    expect(new Set(held).size).toBe(held.length);
    expect(held).toContain('desk.enter');
  });

  it('of the auditor reads, and changes nothing', () => {
    const changing =
      /\.(?:answer|approve|block|cancel|change|create|decide|documents|edit|escalate|give|halt|lift|move|note|personal|propose|publish|remove|set|switch|view|write)$|^(?:users|tickets)\.export$/;
    expect(builtInRoles.auditor.filter((capability) => changing.test(capability))).toEqual([]);
    expect(new Set<Capability>(builtInRoles.auditor)).toEqual(
      new Set(capabilities.filter((capability) => !changing.test(capability))),
    );
  });

  it('that nobody knows gives nothing', () => {
    expect(capabilitiesOf(['emperor']).size).toBe(0);
    expect(capabilitiesOf(['emperor', 'support'])).toEqual(new Set(builtInRoles.support));
  });
});

describe('a staff call that is no GET', () => {
  const calls = Object.entries(rest)
    .filter(([name]) => name.endsWith('Endpoints'))
    .flatMap(([, area]) => Object.values(area as Record<string, rest.Endpoint>))
    .filter(({ access, method }) => rest.isCapability(access) && method !== 'GET');
  const takesCode = ({ body }: rest.Endpoint) =>
    Object.hasOwn((body as { shape?: object } | undefined)?.shape ?? {}, 'confirmation');
  const nameOf = ({ method, path }: rest.Endpoint) => `${method} ${path}`;

  it('takes a fresh code, or is in the list of those without one, and never both', () => {
    expect(calls.length).toBeGreaterThan(120);
    const without = calls.filter((each) => !takesCode(each)).map(nameOf);
    expect(without.sort()).toEqual(Object.keys(withoutCode).sort());
  });

  it('declares the refusals of a fresh code where it takes one', () => {
    const silent = calls.filter(
      (each) => takesCode(each) && !(each.errors ?? []).includes('two_factor_required'),
    );
    expect(silent.map(nameOf)).toEqual([]);
  });
});
