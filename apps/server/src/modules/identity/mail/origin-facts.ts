import type { Language } from '@emporion/i18n';
import { formatMomentIn } from '@emporion/i18n/server';
import type { MailBlock, MailText, TemplateContext } from '#platform/messages/template.ts';
import { unknownDevice } from '../origins/device-name.ts';
import type { Origin } from '../origins/origin.ts';

export interface OriginParams {
  readonly origin: Origin;
  readonly at: Date;
}

/** When, with what and from where something was done, as labelled values. */
export function originFacts({ text, language }: TemplateContext, { origin, at }: OriginParams): MailBlock {
  return {
    kind: 'facts',
    rows: [
      [text('identity.access.facts.time'), momentIn(language, at)],
      [text('identity.access.facts.device'), deviceIn(text, origin.device)],
      [
        text('identity.access.facts.place'),
        origin.place === null ? text('identity.access.facts.unknown') : countryIn(language, origin.place),
      ],
      [text('identity.access.facts.address'), origin.address],
    ],
  };
}

/** It is kept in English, as `deviceName` writes it. */
function deviceIn(text: MailText, device: string): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  if (browser !== undefined && system !== undefined) {
    return text('identity.access.facts.deviceName', { browser, system });
  }
  return device === unknownDevice ? text('identity.access.facts.unknown') : device;
}

/** A mail may be read anywhere, so the moment is in the one zone that everyone can convert from. */
export function momentIn(language: Language, at: Date): string {
  return `${formatMomentIn(language, at, { timeZone: 'UTC' })} UTC`;
}

function countryIn(language: Language, code: string): string {
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(code) ?? code;
}
