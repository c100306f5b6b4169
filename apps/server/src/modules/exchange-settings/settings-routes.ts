import {
  type ExchangeSettingsAnswer,
  exchangeSettingsEndpoints as endpoints,
  logoLengthMax,
  unreadableIn,
} from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import { recordStaffAction } from '#modules/audit/index.ts';
import {
  endUnmetSessionsJob,
  findUser,
  isKnownCountry,
  originOf,
  requireConfirmation,
  takeOfDay,
} from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { boundBodies } from '#platform/http/bodies/bounded-bodies.ts';
import { Problem } from '#platform/http/problem.ts';
import type { EndpointInput } from '#platform/http/serve-endpoint.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { mailSender } from '#platform/settings/mail-sender.ts';
import { changeSettings, type SettingsChange } from './change-settings.ts';
import { requireDrawable } from './icons.ts';
import { fileOf, keepPicture, readPicture } from './logo.ts';
import { objectionsTo, requireSatisfiable } from './objections.ts';
import { readSettings, reloadSettings, writeSettings } from './settings-rows.ts';
import { sendTest } from './test-messages.ts';

/** A test reaches somebody's box or phone. */
const testsPerMinute = { rateLimitPerMinute: 5 };
/** Of all staff together. */
const testSmsPerDay = 20;

type Asked = Pick<EndpointInput<typeof endpoints.maintain>, 'caller' | 'request'> & {
  readonly body: { readonly reason: string; readonly confirmation?: SettingsChange['confirmation'] };
};

export async function addSettingsRoutes(app: App, platform: Platform): Promise<void> {
  const answer = () => onWire(platform);
  const make = async (
    { caller, body: { reason, confirmation }, request }: Asked,
    change: Pick<SettingsChange, 'action' | 'change' | 'beside'>,
  ) => {
    const by = { by: caller.userId, origin: originOf(request), reason, confirmation };
    await changeSettings(platform, { ...by, ...change });
    return answer();
  };

  serveEndpoint(app, endpoints.read, answer);
  serveEndpoint(app, endpoints.brand, (asked) => {
    const { name, slogan, accent, social_links: socialLinks, languages } = asked.body;
    const { mail_from: mailFrom, support_email: supportEmail, home_currency: homeCurrency } = asked.body;
    const { company_name: companyName, company_address: companyAddress } = asked.body;
    const words = { name, slogan, copyrightSince: asked.body.copyright_since };
    const brand = { ...words, accent, socialLinks, mailFrom, supportEmail, homeCurrency };
    const company = { companyName, companyAddress, governingLaw: asked.body.governing_law };
    const theme = accent === null ? undefined : unreadableIn(accent);
    if (theme)
      throw new Problem('contrast_too_low', {
        fields: { [`accent.${theme}`]: { code: 'contrast_too_low' } },
      });
    return make(asked, {
      action: 'branding_changed',
      change: (before) => ({ ...before, ...brand, ...company, languages: [...new Set(languages)] }),
    });
  });
  await boundBodies(app, { bytesMax: logoLengthMax + 4_096 }, (scope) =>
    serveEndpoint(scope, endpoints.logo, async (asked) => {
      const { picture: base64 } = asked.body;
      const picture = base64 === null ? undefined : readPicture(base64);
      if (picture) await requireDrawable(picture);
      return make(asked, {
        action: 'logo_changed',
        ...(picture && { beside: (transaction) => keepPicture(transaction, picture) }),
        change: (before) => ({ ...before, logo: picture ? fileOf(picture) : null }),
      });
    }),
  );
  serveEndpoint(app, endpoints.require, async (asked) => {
    const { kyc, two_factor: twoFactor, email, phone } = asked.body;
    const requirements = { kyc, twoFactor, email, phone };
    const { requirements: before } = settingsOf(platform);
    requireSatisfiable(platform, before, requirements);
    return make(asked, {
      action: 'requirements_changed',
      ...(((twoFactor && !before.twoFactor) || (email && !before.email)) && {
        beside: (transaction) => platform.jobs.add(endUnmetSessionsJob, {}, { transaction }),
      }),
      change: (before) => ({ ...before, requirements }),
    });
  });
  serveEndpoint(app, endpoints.maintain, (asked) =>
    make(asked, {
      action: asked.body.on ? 'maintenance_begun' : 'maintenance_ended',
      change: (before) => ({ ...before, maintenance: asked.body.on }),
    }),
  );
  serveEndpoint(app, endpoints.exclude, (asked) => {
    const excluded = [...new Set(asked.body.excluded)].sort();
    const unknown = excluded.find((code) => !isKnownCountry(code));
    if (unknown) throw new Problem('country_invalid', { fields: { excluded: { code: 'country_invalid' } } });
    return make(asked, {
      action: 'countries_changed',
      change: (before) => ({ ...before, excludedCountries: excluded }),
    });
  });
  // How far somebody is with the first set-up changes nothing for anybody, so it takes no code and no reason.
  serveEndpoint(app, endpoints.noteStep, async ({ caller, params: { step } }) => {
    await platform.database.kysely.transaction().execute((transaction) =>
      writeSettings(transaction, platform, {
        by: caller.userId,
        change: (before) => ({ ...before, firstRun: [...new Set([...before.firstRun, step])] }),
      }),
    );
    await reloadSettings(platform);
    return answer();
  });
}

/** What is sent here goes out at once, so that whoever sets mail and text messages up sees whether they arrive. */
export function addTestRoutes(app: App, platform: Platform): void {
  serveEndpoint(
    app,
    endpoints.testMail,
    async ({ caller }) => {
      const user = await findUser(platform.database.kysely, caller.userId);
      if (!user) throw new Problem('not_found');
      return sendTest(platform, { channel: 'mail', recipient: user.email });
    },
    testsPerMinute,
  );
  serveEndpoint(
    app,
    endpoints.testSms,
    async ({ body: { phone, confirmation }, caller, request }) => {
      const { userId } = caller;
      const origin = originOf(request);
      // A message costs money and reaches any number: the sender gives a fresh code and is in the audit log.
      await requireConfirmation(
        platform,
        { userId, action: 'back_office', confirmation, origin },
        async (transaction) => {
          await takeTestSms(transaction, platform);
          await recordStaffAction(transaction, platform, {
            ...{ action: 'test_sms_sent', actorId: userId, origin, reason: null },
            personal: { after: { phone } },
          });
        },
      );
      return sendTest(platform, { channel: 'sms', recipient: phone });
    },
    testsPerMinute,
  );
}

/** @throws Problem too_many_requests until the day of UTC ends. */
async function takeTestSms(transaction: QueryExecutorProvider, platform: Platform): Promise<void> {
  const count = { scope: 'settings:test-sms', subject: 'staff', perDay: testSmsPerDay };
  if ((await takeOfDay(transaction, platform, count)) !== undefined) return;
  const dayMs = 86_400_000;
  const retryAfterSeconds = Math.ceil((dayMs - (platform.clock.now().getTime() % dayMs)) / 1_000);
  throw new Problem('too_many_requests', { retryAfterSeconds });
}

async function onWire(platform: Platform): Promise<ExchangeSettingsAnswer> {
  const { config, database } = platform;
  const { settings, version, changedAt } = await readSettings(database.kysely, platform);
  const { name, slogan, accent, logo, socialLinks, languages, requirements } = settings;
  const { mailFrom, supportEmail, homeCurrency, companyName, companyAddress, governingLaw } = settings;
  const { twoFactor, ...plain } = requirements;
  const host = (url: string | undefined) => (url === undefined ? null : new URL(url).host);
  return {
    ...{ version, changed: changedAt?.toISOString() ?? null },
    branding: {
      ...{ name, slogan, copyright_since: settings.copyrightSince },
      ...{ accent, languages: [...languages], social_links: [...socialLinks] },
      ...{ mail_from: mailFrom, support_email: supportEmail, home_currency: homeCurrency },
      ...{ company_name: companyName, company_address: companyAddress, governing_law: governingLaw },
      logo: logo === null ? null : `/public/brand/${logo}`,
    },
    requirements: { ...plain, two_factor: twoFactor },
    objections: objectionsTo(platform),
    maintenance: settings.maintenance || config.maintenance,
    excluded_countries: [...settings.excludedCountries],
    fixed_countries: [...config.excludedCountries],
    mail: {
      configured: config.smtpUrl !== undefined,
      detail:
        config.smtpUrl === undefined
          ? demoNote(config.demo)
          : `${mailSender(platform)}, by ${host(config.smtpUrl)}`,
    },
    sms: {
      configured: config.smsWebhookUrl !== undefined,
      detail: host(config.smsWebhookUrl) ?? demoNote(config.demo),
    },
    first_run: [...settings.firstRun],
  };
}

const demoNote = (demo: boolean) => (demo ? 'In a demo they stay in the outbox.' : null);
