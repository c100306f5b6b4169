import { create } from 'zustand';

export interface MenuState {
  mainOpen: boolean;
  settingsOpen: boolean;
}

const bothClosed: MenuState = { mainOpen: false, settingsOpen: false };

/** Which of the two menus of the header is open. */
export const useMenuStore = create<MenuState>(() => bothClosed);

export function toggleMainMenu(): void {
  useMenuStore.setState(({ mainOpen }) => ({ mainOpen: !mainOpen }));
}

export function toggleSettingsMenu(): void {
  useMenuStore.setState(({ settingsOpen }) => ({ settingsOpen: !settingsOpen }));
}

export function closeSettingsMenu(): void {
  useMenuStore.setState({ settingsOpen: false });
}

export function closeMenus(): void {
  useMenuStore.setState(bothClosed);
}
