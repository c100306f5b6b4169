import type { Profile } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { browserStorage } from '#api/browser-storage.ts';
import { profileQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { changeSettings } from '#preferences/change-settings.ts';

export type TradingInterface = NonNullable<Profile['interface']>;

const storageKey = 'interface';

/** What this device showed last. */
export function rememberedInterface(): TradingInterface {
  return browserStorage.getItem(storageKey) === 'basic' ? 'basic' : 'advanced';
}

/** Which of the two trading pages is shown: the account's choice, and until that is known the last one of this device. */
export function useTradingInterface(): readonly [TradingInterface, (next: TradingInterface) => void] {
  const client = useQueryClient();
  const loggedIn = useIsLoggedIn();
  const [here, setHere] = useState(rememberedInterface);
  const profile = useQuery({ ...profileQuery, enabled: loggedIn }).data;
  const chosen = loggedIn && profile !== undefined ? (profile.interface ?? 'advanced') : here;

  useEffect(() => browserStorage.setItem(storageKey, chosen), [chosen]);

  const choose = (next: TradingInterface): void => {
    setHere(next);
    if (!loggedIn) return;
    client.setQueryData(profileQuery.queryKey, (before) => before && { ...before, interface: next });
    void changeSettings(client, { interface: next }).then((answer) => {
      // What the account has not kept is not shown as if it had.
      if (!answer.ok) void client.invalidateQueries({ queryKey: profileQuery.queryKey });
    });
  };
  return [chosen, choose];
}
