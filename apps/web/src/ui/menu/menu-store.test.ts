// @vitest-environment node
import { beforeEach, describe, expect, it } from 'vitest';
import {
  closeMenus,
  closeSettingsMenu,
  toggleMainMenu,
  toggleSettingsMenu,
  useMenuStore,
} from './menu-store.ts';

beforeEach(closeMenus);

describe('the menu state', () => {
  it('toggles each menu by itself', () => {
    toggleMainMenu();
    expect(useMenuStore.getState()).toEqual({ mainOpen: true, settingsOpen: false });
    toggleSettingsMenu();
    expect(useMenuStore.getState()).toEqual({ mainOpen: true, settingsOpen: true });
    toggleMainMenu();
    expect(useMenuStore.getState()).toEqual({ mainOpen: false, settingsOpen: true });
  });

  it('closes the settings menu alone', () => {
    toggleMainMenu();
    toggleSettingsMenu();
    closeSettingsMenu();
    expect(useMenuStore.getState()).toEqual({ mainOpen: true, settingsOpen: false });
  });

  it('closes both together', () => {
    toggleMainMenu();
    toggleSettingsMenu();
    closeMenus();
    expect(useMenuStore.getState()).toEqual({ mainOpen: false, settingsOpen: false });
  });
});
