import { type ChangeEvent, type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { afterPress } from './after-press.ts';
import { type FieldProblems, type FormRefusal, type SettledRefusal, settleRefusal } from './field-problem.ts';

export interface FormOptions<Values extends object> {
  readonly initial: Values;
  /** Finds what is wrong before anything is sent: `checkBy(schema)`, or a few lines where a schema is too heavy. */
  readonly check: (values: Values) => FieldProblems;
  /** Sends it. Gives the reason when it was not taken, and nothing when all went well. */
  readonly submit: (values: Values) => Promise<FormRefusal | undefined>;
}

type Texts<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values];

export interface Form<Values extends object> {
  readonly values: Values;
  readonly pending: boolean;
  /** Why the form as a whole was not taken. */
  readonly message: string | undefined;
  /** How many fields are marked as wrong now. */
  readonly refusedCount: number;
  setValue<Name extends keyof Values & string>(name: Name, value: Values[Name]): void;
  /** Sets everything back; an answer that is still on its way changes nothing any more. */
  reset(values?: Values): void;
  /** For a field that reports by `onChange`: TextField, PasswordField, Textarea. */
  text(name: Texts<Values> & string): TextBinding;
  /** For a control that reports by `onValueChange`: SelectList, Checkbox, EmailInput, NumericInput. */
  choice<Name extends keyof Values & string>(name: Name): ChoiceBinding<Values[Name]>;
  /** For `<Form>`: what the element needs. */
  readonly element: FormElement;
}

interface Binding {
  readonly id: string;
  readonly name: string;
  readonly error: string | undefined;
  onBlur(): void;
}

export interface TextBinding extends Binding {
  readonly value: string;
  onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void;
}

export interface ChoiceBinding<Value> extends Binding {
  readonly value: Value;
  onValueChange(value: Value): void;
}

export interface FormElement {
  readonly ref: { current: HTMLFormElement | null };
  onSubmit(event?: FormEvent): void;
  onFocus(): void;
  onInput(): void;
}

const nothingRefused: SettledRefusal = { message: undefined, fields: {} };

/** What was typed, what was left, and what the server said about it. */
function useDraft<Values extends object>(initial: Values) {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState(false);
  const [refusal, setRefusal] = useState(nothingRefused);

  function change(name: string, value: unknown): void {
    setValues((before) => ({ ...before, [name]: value }));
    // What the server said was about the value that is gone.
    setRefusal(({ message, fields }) => ({
      message,
      fields: Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name)),
    }));
  }
  /** A field that was left empty says nothing before the form is sent: its owner may only be on the way elsewhere. */
  function leave(name: string): void {
    const value: unknown = Reflect.get(values, name);
    if (value === '' || value === false) return;
    setLeft((before) => (before.has(name) ? before : new Set(before).add(name)));
  }
  /** What is written from here on is a new form: none of it was left or sent yet. */
  function beginAnew(): void {
    setLeft(new Set());
    setSent(false);
    setRefusal(nothingRefused);
  }
  function reset(next: Values): void {
    setValues(next);
    beginAnew();
  }
  return { values, left, sent, setSent, refusal, setRefusal, change, leave, beginAnew, reset };
}

/**
 * Puts the focus on the first field that is marked as wrong, in the moment in which the marks are drawn: nobody hears of them before. The page moves no further
 * than it takes to see the whole field, with its label and its sentence: the browser's own way would put the control in the middle. Without such a field it
 * is the sentence about the whole that is brought into view.
 */
function useFocusOnRefused(ref: { current: HTMLFormElement | null }) {
  const [refusals, setRefusals] = useState(0);
  useLayoutEffect(() => {
    if (refusals === 0) return;
    const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus({ preventScroll: true });
    const seen = wrong ? wrong.closest('.field') : ref.current?.querySelector('[role="alert"]');
    seen?.scrollIntoView?.({ block: 'nearest' });
  }, [refusals, ref]);
  return () => setRefusals((before) => before + 1);
}

/** Sends once at a time: a second press while the first is on its way does nothing. */
function useSending<Values extends object>(
  { check, submit }: FormOptions<Values>,
  draft: ReturnType<typeof useDraft<Values>>,
  focusOnRefused: () => void,
) {
  const [pending, setPending] = useState(false);
  // State arrives with the next drawing; two presses in one moment would both find it false.
  const turnRef = useRef({ busy: false, number: 0 });

  async function send(): Promise<void> {
    const turn = turnRef.current;
    if (turn.busy) return;
    draft.setSent(true);
    draft.setRefusal(nothingRefused);
    if (Object.keys(check(draft.values)).length > 0) {
      focusOnRefused();
      return;
    }
    turn.busy = true;
    turn.number += 1;
    const { number } = turn;
    setPending(true);
    try {
      const refusal = await submit(draft.values);
      if (turn.number !== number) return;
      if (refusal === undefined) draft.beginAnew();
      else {
        draft.setRefusal(settleRefusal(refusal, Object.keys(draft.values)));
        focusOnRefused();
      }
    } finally {
      if (turn.number === number) {
        turn.busy = false;
        setPending(false);
      }
    }
  }
  function forget(): void {
    turnRef.current = { busy: false, number: turnRef.current.number + 1 };
    setPending(false);
  }
  return { pending, send, forget };
}

/** The state of a form: values, what is wrong with them, and sending them. Draw it with `<Form form={form}>`. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  // The sentences come when somebody begins to write: a page that is only looked at does without them.
  const [begun, setBegun] = useState(false);
  useArea(begun ? 'errors' : 'common');
  const { t } = useTranslation();
  const formId = useId();
  const elementRef = useRef<HTMLFormElement>(null);
  const draft = useDraft(options.initial);
  const { pending, send, forget } = useSending(options, draft, useFocusOnRefused(elementRef));
  const problems = options.check(draft.values);

  const errorOf = (name: string): string | undefined => {
    const said = draft.refusal.fields[name];
    if (said !== undefined) return said;
    const problem = problems[name];
    if (problem === undefined || !(draft.sent || draft.left.has(name))) return undefined;
    // A box is not filled in.
    if (problem.code === 'field_required' && Reflect.get(draft.values, name) === false) {
      return t('common.tickBox');
    }
    return t([`errors.${problem.code}`, 'common.somethingWentWrong'], { ...problem.params });
  };
  const bind = (name: string): Binding => ({
    id: `${formId}-${name}`,
    name,
    error: errorOf(name),
    onBlur: () => afterPress(() => draft.leave(name)),
  });
  return {
    values: draft.values,
    pending,
    message: draft.refusal.message,
    refusedCount: Object.keys(draft.values).filter((name) => errorOf(name) !== undefined).length,
    setValue: draft.change,
    reset(values = options.initial) {
      forget();
      draft.reset(values);
    },
    text: (name) => ({
      ...bind(name),
      value: draft.values[name] as string,
      onChange: (event) => draft.change(name, event.currentTarget.value),
    }),
    choice: (name) => ({
      ...bind(name),
      value: draft.values[name],
      onValueChange: (value) => draft.change(name, value),
    }),
    element: {
      ref: elementRef,
      onSubmit(event) {
        event?.preventDefault();
        setBegun(true);
        void send();
      },
      // A field that a page focuses by itself is not begun before something is written.
      onFocus: () => {
        if (navigator.userActivation?.hasBeenActive !== false) setBegun(true);
      },
      onInput: () => setBegun(true),
    },
  };
}
