import { type ComponentType, createElement } from 'react';
import { create } from 'zustand';

export const modalSizes = ['sm', 'md', 'lg', 'xl'] as const;
export type ModalSize = (typeof modalSizes)[number];

export interface ModalConfig {
  /** Explicitly false switches the backdrop, the close icon and Esc off: only the content can close the modal. */
  clickToClose?: boolean;
  size?: ModalSize;
  /** Shown above the content and read out as the name of the dialog. */
  title?: string;
  /** The name of the dialog for assistive technology when no title is shown. */
  label?: string;
}

export interface ModalState {
  content: ComponentType | null;
  config: ModalConfig;
  /** Counts up with every show, so that new content never inherits the state of the old. */
  showing: number;
}

const closedState = { content: null, config: {} } as const;

export const useModalStore = create<ModalState>(() => ({ ...closedState, showing: 0 }));

const noProps: Record<string, never> = {};

/** Opens the modal with one content component and its props. What was open before gives way. */
export function showModal(
  Component: ComponentType,
  props?: Record<string, never>,
  config?: ModalConfig,
): void;
export function showModal<Props extends object>(
  Component: ComponentType<Props>,
  props: Props,
  config?: ModalConfig,
): void;
export function showModal<Props extends object>(
  Component: ComponentType<Props | Record<string, never>>,
  props: Props | Record<string, never> = noProps,
  config: ModalConfig = {},
): void {
  const content = () => createElement(Component, props);
  useModalStore.setState(({ showing }) => ({ content, config, showing: showing + 1 }));
}

export function closeModal(): void {
  useModalStore.setState(closedState);
}

/** Whether the backdrop, the close icon and Esc may close it. */
export function canDismiss(config: ModalConfig): boolean {
  return config.clickToClose !== false;
}
