import type { ComponentType } from 'react';
import { create } from 'zustand';
import { createToastTimers } from './toast-timers.ts';

export const toastTypes = ['success', 'error', 'warning', 'info'] as const;
export type ToastType = (typeof toastTypes)[number];

export const defaultToastDurationMs = 10_000;

/** All toasts share one place, and the newest lies on top. Beyond this number one is dropped, by `nextToGo`. */
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
  /** Draws the close control beside custom content. Texts always have one. */
  showClose: boolean;
  /** The toast shows `content` instead of a title and a description. */
  component: boolean;
  content?: ComponentType<ToastContentProps>;
  title?: string;
  description?: string;
  /** Names the event, so that a later message about the same event can replace this one. */
  about?: string;
  /** The toasts that were covered or dropped when this one came. It never changes: a number that changes would move the text beside it. */
  more: number;
  /** Runs when the toast is closed, not when its time runs out. */
  closeAction?: () => void;
}

interface ToastTexts extends Partial<Pick<Toast, 'type' | 'duration' | 'about' | 'closeAction'>> {
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
  /** How many were dropped since the stack was full. */
  readonly dropped: number;
}

const useToastStore = create<ToastState>(() => ({ toasts: [], dropped: 0 }));
const timers = createToastTimers(remove);
let lastId = 0;

function remove(id: number): void {
  timers.forget(id);
  useToastStore.setState(({ toasts }) => ({
    toasts: toasts.filter((toast) => toast.id !== id),
    dropped: 0,
  }));
  holdCoveredErrors();
}

/** The clock of an error stops while a newer toast covers it: it may be unread. */
function holdCoveredErrors(): void {
  const { toasts } = useToastStore.getState();
  const top = toasts.at(-1);
  for (const { id, type } of toasts) {
    if (type === 'error' && id !== top?.id) timers.hold(id);
    else timers.release(id);
  }
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
  const before = useToastStore.getState();
  const leaving = before.toasts.length >= toastCountMax ? nextToGo(before.toasts) : undefined;
  if (leaving !== undefined) timers.forget(leaving.id);
  const covered = before.toasts.filter(({ id }) => id !== leaving?.id);
  const dropped = before.dropped + (leaving === undefined ? 0 : 1);
  const toast: Toast = {
    type: 'success',
    duration: defaultToastDurationMs,
    showClose: false,
    component: false,
    ...options,
    id: lastId,
    more: covered.length + dropped,
  };
  useToastStore.setState({ toasts: [...covered, toast], dropped });
  if (toast.duration > 0) timers.start(toast.id, toast.duration);
  holdCoveredErrors();
  return toast.id;
}

/** Closes a toast and runs its close action. An id that is gone already is nothing to do. */
export function closeToast(id: number): void {
  const toast = useToastStore.getState().toasts.find((candidate) => candidate.id === id);
  if (toast === undefined) return;
  remove(id);
  toast.closeAction?.();
}

/** Stops the clocks while a pointer or the focus is on the toasts, and lets them run on afterwards. */
export const pauseToasts = timers.pause;
export const resumeToasts = timers.resume;

export function useToasts(): readonly Toast[] {
  return useToastStore((state) => state.toasts);
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
