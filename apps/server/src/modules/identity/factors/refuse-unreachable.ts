import { Problem } from '#platform/http/problem.ts';

/** Numbers of no country: free and shared lines, satellites, networks at sea and premium lines. A message there costs most. */
const ofNoCountry = /^\+(?:800|808|870|878|88[1238]|979)/;

/** @throws Problem `unprocessable_entity` for a number that no text message is sent to. */
export function refuseUnreachable(phone: string): void {
  if (!ofNoCountry.test(phone)) return;
  throw new Problem('unprocessable_entity', { fields: { phone: { code: 'phone_invalid' } } });
}
