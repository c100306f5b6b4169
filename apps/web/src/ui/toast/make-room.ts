import { roomListeners, toastBox } from './toast-room.ts';

/**
 * The height that the toasts take below the header. The style sheets read it as `--toast-room`; popups are placed by script and ask `toastBox`. A page moves by
 * `--toast-push`, which is nothing unless a control of its lies where a toast comes: who reads goes on reading where they were.
 */
let roomPx = 0;
let wantedPx = 0;
/** The page begins below the toasts. */
let isPushed = false;
/** The page scrolls below them, as it does below the header. */
let hasLane = false;

function write(name: string, heightPx: number): void {
  document.documentElement.style.setProperty(name, `${heightPx}px`);
}

const controls = ['button', 'a[href]', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]'];
const controlsOfPage = `.toast-clearance :is(${controls.join()})`;

function coversControl(): boolean {
  const toasts = toastBox();
  if (toasts === undefined) return false;
  return [...document.querySelectorAll(controlsOfPage)].some((control) => {
    const box = control.getBoundingClientRect();
    // What is only said to assistive technology is one pixel large.
    if (box.width <= 1 || box.height <= 1) return false;
    const isUnder =
      box.left < toasts.right &&
      box.right > toasts.left &&
      box.top < toasts.bottom &&
      box.bottom > toasts.top;
    return isUnder && control.checkVisibility();
  });
}

/** What has moved stays until the toasts are gone: it must not come and go. */
function fitPage(): void {
  if (roomPx === 0) {
    isPushed = false;
    hasLane = false;
  } else if (coversControl()) {
    hasLane = true;
    isPushed ||= window.scrollY === 0;
  }
  write('--toast-push', isPushed ? roomPx : 0);
  write('--toast-lane-room', hasLane ? roomPx : 0);
}

function give(): void {
  roomPx = wantedPx;
  write('--toast-room', roomPx);
  fitPage();
  for (const listener of roomListeners) listener();
}

/** Whether a mouse rests on something, such as the button of an order, that must not slide away under it. */
function isAimedAt(): boolean {
  return (
    window.matchMedia('(hover: hover)').matches && document.querySelector('[data-steady]:hover') !== null
  );
}

function giveWhenFree(): void {
  if (isAimedAt()) return;
  document.removeEventListener('pointermove', giveWhenFree);
  give();
}

/** Another page, or another part of it, comes below the toasts. */
function watchPage(): void {
  const fit = (): void => {
    if (roomPx > 0) fitPage();
  };
  window.addEventListener('scroll', fit, { passive: true });
  const pages = new ResizeObserver(fit);
  for (const page of document.querySelectorAll('.toast-clearance')) pages.observe(page);
}
watchPage();

/** A toast gets its room at once. Room that is no longer needed stays while somebody aims at what would move. */
export function setToastRoom(heightPx: number): void {
  wantedPx = heightPx;
  if (heightPx > roomPx) give();
  else if (heightPx < roomPx) {
    // Adding the same listener twice adds it once.
    document.addEventListener('pointermove', giveWhenFree, { passive: true });
    giveWhenFree();
  }
}
