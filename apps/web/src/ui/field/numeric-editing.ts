import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';

/** One key gives one character or takes some away. Everything else came in one piece: pasted, dropped, filled in, dictated. */
export function wayOf({ nativeEvent }: ChangeEvent<HTMLInputElement>): 'typed' | 'deleted' | 'pasted' {
  const kind: unknown = Reflect.get(nativeEvent, 'inputType');
  const data: unknown = Reflect.get(nativeEvent, 'data');
  if (typeof kind === 'string' && kind.startsWith('delete')) return 'deleted';
  return kind === 'insertText' && typeof data === 'string' && data.length === 1 ? 'typed' : 'pasted';
}

/**
 * Writes the text that the next render will have, at once, when the field is entered. Whoever comes by the Tab key, or
 * by a program that selects before it focuses, finds it selected and writes over the number, not behind it; a press
 * puts the caret where it was made.
 */
export function useEntering() {
  const pressedRef = useRef(false);
  const [focused, setFocused] = useState(false);
  return {
    focused,
    onPointerDown: () => {
      pressedRef.current = true;
    },
    onPointerUp: () => {
      pressedRef.current = false;
    },
    enter: (input: HTMLInputElement, text: string) => {
      setFocused(true);
      if (input.value === text) return;
      input.value = text;
      if (!pressedRef.current) input.select();
    },
    leave: () => setFocused(false),
  };
}

/** Puts the caret where it belongs after a text was corrected. */
export function useCaret() {
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
