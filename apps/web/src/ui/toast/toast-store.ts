import type { ComponentType } from 'react';
import { create } from 'zustand';
import { createToastTimers } from './toast-timers.ts';

export const toastTypes = ['success', 'error', 'warning', 'info'] as const;
export type ToastType = (typeof toastTypes)[number];

export const defaultToastDurationMs = 10_000;

/** The page makes room for each: beyond so many one gives way, by `nextToGo`, and the last one counts those that did. */
export const toastCountMax = 3;

export interface ToastContentProps {
  id: number;
  close(): void;
}

export interface Toast {
  id: number;
  type: ToastType;
  /** Milliseconds until it goes by itself; 0 keeps it until it is closed. */
  duration: number;
  showClose: boolean;
  /** The toast shows `content` instead of a title and a description. */
  component: boolean;
  content?: ComponentType<ToastContentProps>;
  title?: string;
  description?: string;
  /** What it tells of, for whoever has more to say of the same. */
  about?: string;
  /** Runs when the toast is closed, not when its time runs out. */
  closeAction?: () => void;
}

interface ToastTexts
  extends Partial<Pick<Toast, 'type' | 'duration' | 'showClose' | 'about' | 'closeAction'>> {
  component?: false;
  title?: string;
  description?: string;
}

interface ToastComponent extends Partial<Pick<Toast, 'type' | 'duration' | 'showClose' | 'closeAction'>> {
  component: true;
  content: ComponentType<ToastContentProps>;
  /** Read out when the toast appears; the content itself is read too. */
  title?: string;
}

export type ToastOptions = ToastTexts | ToastComponent;

interface ToastState {
  readonly toasts: readonly Toast[];
  /** How many gave way since the stack was full. */
  readonly rest: number;
}

const useToastStore = create<ToastState>(() => ({ toasts: [], rest: 0 }));
const timers = createToastTimers(remove);
let lastId = 0;

function remove(id: number): void {
  timers.forget(id);
  useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id), rest: 0 }));
}

/** The oldest that would have gone by itself, and no error while there is anything else: an error may be unread. */
function nextToGo(toasts: readonly Toast[]): Toast | undefined {
  const harmless = toasts.filter(({ type }) => type !== 'error');
  const candidates = harmless.length > 0 ? harmless : toasts;
  return candidates.find(({ duration }) => duration > 0) ?? candidates[0];
}

/** Shows a toast and returns its id. Ids count up from 1. */
export function showToast(options: ToastOptions): number {
  lastId += 1;
  const toast: Toast = {
    type: 'success',
    duration: defaultToastDurationMs,
    showClose: false,
    component: false,
    ...options,
    id: lastId,
  };
  const { toasts, rest } = useToastStore.getState();
  const leaving = toasts.length >= toastCountMax ? nextToGo(toasts) : undefined;
  if (leaving !== undefined) timers.forget(leaving.id);
  useToastStore.setState({
    toasts: [...toasts.filter(({ id }) => id !== leaving?.id), toast],
    rest: leaving === undefined ? rest : rest + 1,
  });
  if (toast.duration > 0) timers.start(toast.id, toast.duration);
  return toast.id;
}

/** Closes a toast and runs its close action. An id that is gone already is nothing to do. */
export function closeToast(id: number): void {
  const toast = useToastStore.getState().toasts.find((candidate) => candidate.id === id);
  if (toast === undefined) return;
  remove(id);
  toast.closeAction?.();
}

/** Stops the clocks while somebody is reading, and lets them run on afterwards. */
export const pauseToasts = timers.pause;
export const resumeToasts = timers.resume;

export function useToasts(): readonly Toast[] {
  return useToastStore((state) => state.toasts);
}

/** How many the stack has no room for. */
export function useToastRest(): number {
  return useToastStore((state) => state.rest);
}

export function toastsNow(): readonly Toast[] {
  return useToastStore.getState().toasts;
}

/** For tests: as if the page had just been loaded. */
export function resetToasts(): void {
  for (const { id } of toastsNow()) remove(id);
  timers.resume();
  lastId = 0;
}
