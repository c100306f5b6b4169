import { walletEndpoints } from '@emporion/contracts/rest';
import { findUser } from '#modules/identity/index.ts';
import type { App } from '#platform/http/app.ts';
import { shownBy } from '#platform/http/authenticate-request.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { serveEndpoint } from '#platform/http/serve-endpoint.ts';
import type { Platform } from '#platform/platform.ts';
import type { AnnouncementRow } from './announcement-rows.ts';
import type { Shown } from './shown.ts';

const resultsMax = 50;

/** What is announced to whoever asks. Nobody needs a token for it: whoever shows none gets what is for everybody. */
export function addPublicRoute(app: App, platform: Platform, shown: Shown): void {
  serveEndpoint(app, walletEndpoints.announcements, async ({ request }) => {
    const caller = await shownBy(request);
    const concerns = await audienceOf(platform, caller?.userId, shown.running());
    const language = requestLanguage(request.headers['accept-language']);
    const results = shown.running().filter(concerns).slice(0, resultsMax);
    return {
      results: results.map(({ id, title, text, from, kind, isIncident = false }) => ({
        ...{ id, kind, incident: isIncident, time: from.toISOString() },
        title: title[language] ?? title.en,
        text: text[language] ?? text.en,
      })),
    };
  });
}

/** Who somebody is, is asked only where an announcement is for some. */
async function audienceOf(
  { database, view }: Platform,
  userId: string | undefined,
  rows: readonly AnnouncementRow[],
): Promise<(row: AnnouncementRow) => boolean> {
  if (userId === undefined) return ({ audience }) => audience === 'everyone';
  const isAsked = rows.some(({ countries, tiers }) => countries.length > 0 || tiers.length > 0);
  if (!isAsked) return () => true;
  const [user, tier] = await Promise.all([
    findUser(database.kysely, userId),
    view.read((exchange) => exchange.findAccount(userId)?.tier ?? 0),
  ]);
  return ({ countries, tiers }) =>
    (countries.length === 0 || countries.includes(user?.country ?? '')) &&
    (tiers.length === 0 || tiers.includes(tier));
}
