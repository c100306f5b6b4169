import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNumberStyle } from '#ui/number/number-style.ts';
import {
  caretAfterCleaning,
  defaultMaxDecimals,
  editNumericText,
  finishNumericText,
  type NumericOptions,
} from './numeric-text.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { readingOf, useMisreading } from './use-misreading.ts';
import { useRefusal } from './use-refusal.ts';

export interface NumericInputProps
  extends Omit<TextFieldProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'numeric' | 'ref' | 'notice'>,
    NumericOptions {
  /** A decimal string. Never a number: a number cannot hold every amount. */
  value: string;
  /** Gets a whole decimal or nothing, also while somebody is still writing "-" or "12.". */
  onValueChange(value: string): void;
}

/** Text that a program set as a whole carries no kind of input. */
function isPaste({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  const kind: unknown = Reflect.get(nativeEvent, 'inputType');
  return typeof kind !== 'string' || kind.startsWith('insertFrom') || kind === 'insertReplacementText';
}

function typedIn({ nativeEvent }: ChangeEvent<HTMLInputElement>): string | null {
  const data: unknown = Reflect.get(nativeEvent, 'data');
  return typeof data === 'string' ? data : '';
}

/** Puts the caret where it belongs after a text was corrected. */
function useCaret() {
  const inputRef = useRef<HTMLInputElement>(null);
  const caretRef = useRef<number | undefined>(undefined);
  // React moves the caret to the end when it writes another text than the one typed, so it is put back. This runs
  // after every render, because a rejected key changes no state that could be named here.
  useLayoutEffect(() => {
    const caret = caretRef.current;
    caretRef.current = undefined;
    if (caret !== undefined && document.activeElement === inputRef.current) {
      inputRef.current?.setSelectionRange(caret, caret);
    }
  });
  return { inputRef, caretRef };
}

/** An amount, a price, a percentage: text that can only be a number. */
export function NumericInput(props: NumericInputProps) {
  const {
    value,
    onValueChange,
    maxDecimals = defaultMaxDecimals,
    allowMinus = false,
    onBlur,
    onPaste,
    ...field
  } = props;
  const { t } = useTranslation();
  const { inputRef, caretRef } = useCaret();
  const { refused, note } = useRefusal();
  const { misread, noteUse } = useMisreading();
  const options = { maxDecimals, allowMinus, group: useNumberStyle().group };
  // What is being written, shown for as long as it stands for the number that the owner holds.
  const [draft, setDraft] = useState(value);
  const shown = finishNumericText(draft) === value ? draft : value;

  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const { currentTarget } = event;
    const raw = currentTarget.value;
    const pasted = isPaste(event);
    const edited = editNumericText({ previous: shown, next: raw, pasted }, options);
    noteUse({ typed: pasted ? null : typedIn(event), raw, before: shown, edited });
    const typedAt = currentTarget.selectionStart ?? raw.length;
    const caret = edited === undefined ? Math.max(0, typedAt - (raw.length - shown.length)) : typedAt;
    const next = edited ?? shown;
    note(pasted && next === shown);
    caretRef.current = caretAfterCleaning(edited === undefined ? shown : raw, { caret, cleaned: next });
    if (next === shown) {
      currentTarget.value = shown;
      currentTarget.setSelectionRange(caretRef.current, caretRef.current);
      return;
    }
    setDraft(next);
    const finished = finishNumericText(next);
    if (finished !== value) onValueChange(finished);
  };

  /** A number that makes no sense among what stands there already was meant instead of it. */
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    onPaste?.(event);
    const { selectionStart, selectionEnd } = event.currentTarget;
    const text = event.clipboardData.getData('text');
    const merged = `${shown.slice(0, selectionStart ?? 0)}${text}${shown.slice(selectionEnd ?? 0)}`;
    const read = (next: string) => editNumericText({ previous: '', next, pasted: true }, options);
    const alone = read(text);
    if (event.defaultPrevented || alone === undefined || alone === '' || read(merged) !== undefined) return;
    event.preventDefault();
    note(false);
    noteUse({ typed: null, raw: text, before: shown, edited: alone });
    setDraft(alone);
    onValueChange(finishNumericText(alone));
  };

  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    const finished = finishNumericText(shown);
    setDraft(finished);
    if (finished !== value) onValueChange(finished);
    onBlur?.(event);
  };

  const isDoubtful = misread && value !== '' && shown === draft;
  const reading = isDoubtful ? t('common.readAs', { number: readingOf(value) }) : '';
  const notice = refused ? t('common.notANumber') : reading;
  return (
    <TextField
      inputMode={maxDecimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...field}
      ref={inputRef}
      numeric
      notice={notice}
      value={shown}
      onChange={change}
      onPaste={paste}
      onBlur={leave}
    />
  );
}
