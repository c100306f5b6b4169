import { registrationEndpoints } from '@emporion/contracts/rest';
import { networksOf } from '#platform/http/address-key.ts';
import type { App } from '#platform/http/app.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import { countriesIn } from '../countries/countries.ts';
import { originOf } from '../origins/origin.ts';
import { register } from './register.ts';
import { resend } from './resend.ts';
import { checkVerifyingLink, verifyEmail } from './verify-email.ts';

/** A person needs a few of these; each may cost a hash or a mail. */
const rare = { rateLimitPerMinute: 30 };

export function addRegistrationRoutes(app: App, platform: Platform): void {
  serveEndpoint(
    app,
    registrationEndpoints.register,
    ({ body, request }) =>
      register(platform, {
        form: body,
        language: requestLanguage(request.headers['accept-language']),
        networks: networksOf(request.ip),
      }),
    rare,
  );
  serveEndpoint(
    app,
    registrationEndpoints.verifyEmail,
    ({ body: { token, password }, request }) =>
      verifyEmail(platform, {
        token,
        password,
        origin: originOf(request),
        networks: networksOf(request.ip),
      }),
    rare,
  );
  serveEndpoint(
    app,
    registrationEndpoints.checkVerification,
    async ({ body: { token } }) => {
      await checkVerifyingLink(platform, token);
      return {};
    },
    rare,
  );
  for (const endpoint of [registrationEndpoints.resend, registrationEndpoints.changeEmail]) {
    serveEndpoint(
      app,
      endpoint,
      ({ body, request }) => resend(platform, { ...body, networks: networksOf(request.ip) }),
      rare,
    );
  }
  serveEndpoint(app, registrationEndpoints.countries, ({ query }) => ({
    countries: [...countriesIn(query.lang, platform)],
  }));
}
