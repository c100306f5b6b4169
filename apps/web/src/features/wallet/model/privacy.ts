import { create } from 'zustand';
import { browserStorage } from '#api/browser-storage.ts';

const key = 'wallet_figures_hidden';

/** Whether the wallet hides what its owner has: somebody may be looking over a shoulder. This browser remembers it. */
export const usePrivacy = create(() => ({ hidden: browserStorage.getItem(key) === 'true' }));

export function toggleFigures(): void {
  usePrivacy.setState(({ hidden }) => ({ hidden: !hidden }));
  browserStorage.setItem(key, String(usePrivacy.getState().hidden));
}
