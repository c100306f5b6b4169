import type { Preferences, Settings, settingsEndpoints } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { type ApiFailure, networkFailure } from '#api/failure.ts';
import { profileQuery, settingsQuery } from '#api/queries.ts';
import type { CallInput } from '#api/request.ts';
import { adoptTheme } from '#ui/theme/theme.ts';
import { applyAppearance } from './appearance.ts';

export type SettingsChange = CallInput<typeof settingsEndpoints.change>['body'];

async function send(body: SettingsChange): Promise<Result<Settings, ApiFailure>> {
  try {
    const { settingsEndpoints } = await import('#api/contract/settings.ts');
    return await call(settingsEndpoints.change, { body });
  } catch {
    return { ok: false, failure: networkFailure };
  }
}

/** The settings after a change. Groups of choices are merged, because a change names only some of them. */
export function settingsAfter(settings: Settings, change: SettingsChange): Settings {
  return {
    ...settings,
    ...(change as Partial<Settings>),
    preferences: { ...settings.preferences, ...(change.preferences as Partial<Preferences>) },
    notifications: { ...settings.notifications, ...(change.notifications as Settings['notifications']) },
  };
}

function sameKeysOf(source: object, keys: object): object {
  return Object.fromEntries(Object.keys(keys).map((key) => [key, Reflect.get(source, key)]));
}

/** The change that takes another one back and leaves everything else as it is. */
export function undoOf(before: Settings, change: SettingsChange): SettingsChange {
  const { preferences, notifications, ...plain } = change;
  return {
    ...sameKeysOf(before, plain),
    ...(preferences === undefined ? {} : { preferences: sameKeysOf(before.preferences, preferences) }),
    ...(notifications === undefined
      ? {}
      : { notifications: sameKeysOf(before.notifications, notifications) }),
  };
}

let underWay = 0;

/**
 * Shows a change at once and sends it to the server. A change that could not be kept is taken back; what was changed
 * meanwhile beside it stays.
 */
export async function changeSettings(
  client: QueryClient,
  change: SettingsChange,
): Promise<Result<Settings, ApiFailure>> {
  const key = settingsQuery.queryKey;
  const show = (next: SettingsChange): void => {
    client.setQueryData(key, (settings) =>
      settings === undefined ? settings : settingsAfter(settings, next),
    );
    const now = client.getQueryData(key);
    if (now !== undefined) applyAppearance(now.preferences);
    if (next.preferences?.theme !== undefined) adoptTheme(next.preferences.theme);
  };
  underWay += 1;
  // An answer that is still on its way was made before this change. The change is shown in the same breath, or a switch
  // would jump back for a moment.
  void client.cancelQueries({ queryKey: key });
  const before = client.getQueryData(key);
  show(change);
  const answer = await send(change);
  underWay -= 1;
  if (!answer.ok && before !== undefined) show(undoOf(before, change));
  // The answer to the last of several changes knows them all; the earlier ones do not.
  if (answer.ok && underWay === 0) client.setQueryData(key, answer.value);
  if (answer.ok) void client.invalidateQueries({ queryKey: profileQuery.queryKey });
  return answer;
}
