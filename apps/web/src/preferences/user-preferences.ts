import type { Language } from '@emporion/i18n';
import { texts } from '@emporion/i18n/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsQuery } from '#api/queries.ts';
import { tellChosenLanguage } from '#language/i18n.ts';
import { onThemeChosen } from '#ui/theme/theme.ts';
import { applyAppearance } from './appearance.ts';
import { changeSettings } from './change-settings.ts';

/** Brings a logged-in user's appearance settings to this device, and takes a theme that was chosen here to the others. */
export function UserPreferences(): null {
  const client = useQueryClient();
  const preferences = useQuery(settingsQuery).data?.preferences;

  useEffect(() => {
    if (preferences !== undefined) applyAppearance(preferences);
  }, [preferences]);

  // What a visitor chose, the account learns once they are logged in; the settings are asked for again, for they may have been read before.
  useEffect(() => {
    void tellChosenLanguage().then((told) => {
      if (told) void client.invalidateQueries(settingsQuery);
    });
  }, [client]);

  useEffect(
    // A failure is ignored, as with the language: the choice already holds here.
    () => onThemeChosen((theme) => void changeSettings(client, { preferences: { theme } })),
    [client],
  );
  // A language that is chosen in the header, or in another tab, is told to the account there and then.
  useEffect(() => {
    const note = (language: Language): void => {
      client.setQueryData(settingsQuery.queryKey, (before) => before && { ...before, language });
    };
    return texts.onChange(note);
  }, [client]);
  return null;
}
