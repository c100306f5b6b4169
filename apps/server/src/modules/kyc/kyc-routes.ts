import { type Kyc, type KycApplication, kycEndpoints } from '@emporion/contracts/rest';
import { findUser, originOf } from '#modules/identity/index.ts';
import { atOneMoment } from '#platform/database/at-one-moment.ts';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { settingsOf } from '#platform/settings/exchange-settings.ts';
import { type ApplicationRow, newestOf, type Stage } from './application.ts';
import { apply, isRenewable, openSession, submit, withdraw } from './apply.ts';
import { framePath } from './frame-route.ts';
import { readLevels } from './levels.ts';
import { providerOf } from './provider/the-provider.ts';
import { readState } from './state.ts';

/** Each of these asks the provider. */
const asking = { rateLimitPerMinute: 60 };

export function addKycRoutes(app: App, platform: Platform): void {
  serveEndpoint(app, kycEndpoints.read, ({ caller: { userId } }) => readKyc(platform, userId));
  serveEndpoint(app, kycEndpoints.apply, async ({ caller: { userId }, body }) => {
    await apply(platform, { userId, ...body });
    return readKyc(platform, userId);
  });
  serveEndpoint(
    app,
    kycEndpoints.session,
    async ({ caller: { userId }, request }) => {
      const language = requestLanguage(request.headers['accept-language']);
      return { frame: framePath, token: await openSession(platform, { userId, language }) };
    },
    asking,
  );
  serveEndpoint(
    app,
    kycEndpoints.submit,
    async ({ caller: { userId }, request }) => {
      const language = requestLanguage(request.headers['accept-language']);
      await submit(platform, { userId, origin: originOf(request), language });
      return readKyc(platform, userId);
    },
    asking,
  );
  serveEndpoint(app, kycEndpoints.withdraw, async ({ caller: { userId } }) => {
    await withdraw(platform, { userId });
    return readKyc(platform, userId);
  });
}

async function readKyc(platform: Platform, userId: string): Promise<Kyc> {
  // A decision changes more than one of these.
  const { own, levels, newest, user } = await atOneMoment(platform.database.kysely, async (moment) => ({
    own: await readState(moment, userId),
    levels: await readLevels(moment),
    newest: await newestOf(moment, userId),
    user: await findUser(moment, userId),
  }));
  if (!user) throw new Problem('token_not_valid');
  const provider = providerOf(platform);
  return {
    ...{ state: own.state, level: own.level, verified_level: own.verified, expires: own.expires },
    renewable: isRenewable(own, platform.clock.now()),
    required: settingsOf(platform).requirements.kyc,
    levels,
    application: newest ? onWire(newest) : null,
    ...{ available: provider.find() !== undefined, sandbox: provider.isSandbox },
    person: {
      ...{
        first_name: user.firstName,
        last_name: user.lastName,
        birthday: user.birthday,
        country: user.country,
      },
      ...{
        address: newest?.person?.address ?? '',
        city: newest?.person?.city ?? '',
        postal_code: newest?.person?.postal_code ?? '',
      },
    },
  };
}

const shown: Readonly<Record<Stage, KycApplication['status']>> = {
  ...{ open: 'open', submitted: 'checking', checked: 'checking', review: 'review' },
  ...{ approved: 'approved', rejected: 'rejected', withdrawn: 'withdrawn' },
};

function onWire({
  id,
  level,
  stage,
  again,
  reasons,
  note,
  person,
  createdAt,
  decidedAt,
}: ApplicationRow): KycApplication {
  return {
    ...{ id, level, status: shown[stage], again: [...again], note, person },
    // What the provider found is for whoever decides; its owner hears of it when it is decided.
    reasons: stage === 'rejected' ? [...reasons] : [],
    ...{ created: createdAt.toISOString(), decided: decidedAt?.toISOString() ?? null },
  };
}
