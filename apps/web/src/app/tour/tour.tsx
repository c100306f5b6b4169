import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { settingsQuery } from '#api/queries.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { changeSettings } from '#preferences/change-settings.ts';
import { Button } from '#ui/button/button.tsx';
import { isPhone } from '#ui/layout/use-width.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { findHints, type Hint, isWhole } from './hints.ts';
import { placeHint } from './place-hint.ts';
import { markTourSeen, type TourName } from './tour-memory.ts';
import { hasBegunWork, onOrderBegun } from './work-watch.ts';

/** The page is looked at first, and what it shows comes piece by piece, on a slow machine many seconds apart: what has not come after so many looks without anything new is left out. */
const lookEveryMs = 500;
const looksMax = 12;

/** On a phone the line about cookies and a hint would cover half of the page, so one comes after the other. */
function isCookieLineInTheWay(): boolean {
  return isPhone() && document.querySelector('.cookie-notice') !== null;
}

/** A region for messages is in the page before it speaks. */
function hasFailed(): boolean {
  const alerts = document.querySelectorAll('main [role="alert"]');
  return [...alerts].some(({ textContent }) => textContent !== null && textContent.trim() !== '');
}

function useHints(name: TourName): readonly Hint[] {
  const [hints, setHints] = useState<readonly Hint[]>([]);
  useEffect(() => {
    let looks = 0;
    let most = 0;
    const timer = setInterval(() => {
      // A page that could not be read has nothing to show around.
      if (isCookieLineInTheWay() || hasFailed()) return;
      const found = findHints(name);
      looks = found.length > most ? 0 : looks + 1;
      most = Math.max(most, found.length);
      if (!isWhole(name, found) && looks < looksMax) return;
      clearInterval(timer);
      if (!hasBegunWork()) setHints(found);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [name]);
  return hints;
}

const followEveryMs = 300;

/** Out from below the header and the bars of a phone, with room for the hint beside it. */
function bringIntoSight(target: HTMLElement): void {
  const { top, bottom, left, width } = target.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
  // No farther than it must: whoever ends the tour is still where the page begins.
  if (!target.contains(seen)) target.scrollIntoView({ block: 'nearest' });
}

/** Keeps the hint beside its target, which may move with the page, and marks the target. */
function useBeside(target: HTMLElement, boxRef: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    target.toggleAttribute('data-toured', true);
    bringIntoSight(target);
    const place = (): void => {
      const box = boxRef.current;
      if (box === null) return;
      const size = { width: box.offsetWidth, height: box.offsetHeight };
      const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const found = target.isConnected ? placeHint(target.getBoundingClientRect(), size, room) : undefined;
      // Rather not seen than over what it explains.
      box.toggleAttribute('data-no-room', found === undefined);
      if (found === undefined) return;
      box.style.top = `${found.top}px`;
      box.style.left = `${found.left}px`;
    };
    place();
    const timer = setInterval(place, followEveryMs);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      target.removeAttribute('data-toured');
      clearInterval(timer);
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [target, boxRef]);
}

function useEscapeWithin(boxRef: React.RefObject<HTMLElement | null>, onEscape: () => void): void {
  useEffect(() => {
    const box = boxRef.current;
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onEscape();
    };
    box?.addEventListener('keydown', press);
    return () => box?.removeEventListener('keydown', press);
  }, [boxRef, onEscape]);
}

interface HintBoxProps {
  tour: TourName;
  hints: readonly Hint[];
  onEnd(): void;
}

function HintBox({ tour, hints, onEnd }: HintBoxProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  const boxRef = useRef<HTMLElement>(null);
  const { name, target } = hints[step] as Hint;
  useBeside(target, boxRef);
  useEscapeWithin(boxRef, onEnd);
  const isLast = step === hints.length - 1;
  return createPortal(
    // A region and no dialog: the page stays in use, and its keys stay its own.
    <section ref={boxRef} aria-label={t('tour.label')} className="tour-hint">
      <div aria-live="polite">
        <p className="flex items-baseline justify-between gap-3">
          <strong className="text-base">{t(`tour.${tour}.${name}.title`)}</strong>
          <span className="num text-xs text-muted">
            {t('tour.step', { step: step + 1, count: hints.length })}
          </span>
        </p>
        <p className="mt-1 text-pretty text-muted">{t(`tour.${tour}.${name}.text`)}</p>
      </div>
      <div className="mt-2 flex items-center justify-between gap-2">
        {isLast ? (
          <span />
        ) : (
          <Button size="small" variant="flat" color="black" className="-ml-3" onClick={onEnd}>
            {t('tour.skip')}
          </Button>
        )}
        <Button size="small" onClick={isLast ? onEnd : () => setStep(step + 1)}>
          {isLast ? t('tour.done') : t('tour.next')}
        </Button>
      </div>
    </section>,
    document.body,
  );
}

/** Five hints, one after the other, until they were read or skipped: then never again, for a user on no device. */
export function Tour({ name }: { name: TourName }) {
  const client = useQueryClient();
  const loggedIn = useIsLoggedIn();
  const settings = useQuery({ ...settingsQuery, enabled: loggedIn }).data;
  const key = `${name}_tour` as const;
  const [ended, setEnded] = useState(false);
  const hints = useHints(name);
  // Not marked as seen: the hints come again with the next arrival on the page.
  useEffect(() => onOrderBegun(() => setEnded(true)), []);
  const seenElsewhere = settings?.preferences[key] === false;
  useEffect(() => {
    if (seenElsewhere) markTourSeen(name);
  }, [seenElsewhere, name]);
  if (ended || seenElsewhere || hints.length === 0 || (loggedIn && settings === undefined)) return null;
  const end = (): void => {
    setEnded(true);
    markTourSeen(name);
    if (loggedIn) void changeSettings(client, { preferences: { [key]: false } });
  };
  return <HintBox tour={name} hints={hints} onEnd={end} />;
}
