import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Button } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/field/checkbox.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { speakEnglish } from '#ui/testing/english.ts';
import { checkBy } from './check-by.ts';
import type { FormRefusal } from './field-problem.ts';
import { Form } from './form.tsx';
import { useForm } from './use-form.ts';

const schema = z.object({
  name: z.string().min(1, { error: 'field_required', abort: true }).min(3, { error: 'password_too_short' }),
  note: z.string().max(5),
  agreed: z.literal(true, { error: 'terms_not_accepted' }),
});
const check = checkBy(schema);

interface Values {
  name: string;
  note: string;
  agreed: boolean;
}

function TestForm({ submit }: { submit: (values: Values) => Promise<FormRefusal | undefined> }) {
  const form = useForm<Values>({ initial: { name: '', note: '', agreed: false }, check, submit });
  return (
    <Form form={form}>
      <TextField label="Name" {...form.text('name')} />
      <TextField label="Note" {...form.text('note')} />
      <Checkbox label="Agreed" {...form.choice('agreed')} />
      <Button type="submit" loading={form.pending}>
        Send
      </Button>
      <Button onClick={() => form.reset()}>Again</Button>
    </Form>
  );
}

/** Ready for the next once it was taken, as the form of an order is. */
function EmptiedForm({ answered }: { answered: Promise<void> }) {
  const form = useForm<Values>({
    initial: { name: '', note: '', agreed: true },
    check,
    async submit() {
      await answered;
      form.setValue('name', '');
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <TextField label="Name" {...form.text('name')} />
      <Button type="submit">Send</Button>
    </Form>
  );
}

function BoxForm() {
  const form = useForm<{ kept: boolean }>({
    initial: { kept: false },
    check: ({ kept }) => (kept ? {} : { kept: { code: 'field_required' } }),
    submit: async () => undefined,
  });
  return (
    <Form form={form}>
      <Checkbox label="Kept" {...form.choice('kept')} />
      <Button type="submit">Send</Button>
    </Form>
  );
}

const name = () => screen.getByLabelText('Name');
const send = () => screen.getByRole('button', { name: 'Send' });
const settle = async (submit: (values: Values) => Promise<FormRefusal | undefined>) => {
  render(<TestForm submit={submit} />);
  const user = userEvent.setup();
  await user.type(name(), 'Theo');
  await user.click(screen.getByLabelText('Agreed'));
  return user;
};

beforeAll(speakEnglish);
afterEach(cleanup);

it('says nothing about a field that was left empty, and what is wrong with one that was left wrong', async () => {
  render(<TestForm submit={async () => undefined} />);
  const user = userEvent.setup();
  await user.click(name());
  await user.tab();
  expect(name().getAttribute('aria-invalid')).toBeNull();
  await user.type(name(), 'ab');
  expect(name().getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  expect(screen.getByText('The password is too short. Use at least 3 characters.')).toBeTruthy();
  await user.type(name(), 'c');
  expect(name().getAttribute('aria-invalid')).toBeNull();
});

it('marks every wrong field when it is sent, focuses the first and tells their number', async () => {
  const submit = vi.fn(async () => undefined);
  render(<TestForm submit={submit} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Note'), 'too long');
  await user.click(send());
  expect(submit).not.toHaveBeenCalled();
  expect(screen.getByText('Fill in this field.')).toBeTruthy();
  expect(screen.getByText('Enter no more than 5 characters.')).toBeTruthy();
  expect(screen.getByText('Accept the terms of use to continue.')).toBeTruthy();
  expect(screen.getByText('Check 3 fields.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(name()));
});

it('brings the whole of the first wrong field into view and moves the page no further, or else the sentence about all', async () => {
  const seen: string[] = [];
  const original = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function (this: Element, options) {
    seen.push(`${this.className}: ${JSON.stringify(options)}`);
  };
  const focused = vi.spyOn(HTMLElement.prototype, 'focus');
  try {
    const user = await settle(async () => ({ message: 'Not taken.' }));
    await user.click(send());
    await waitFor(() => expect(seen).toEqual(['empty:hidden: {"block":"nearest"}']));
    await user.clear(name());
    await user.click(send());
    expect(seen[1]).toBe('field: {"block":"nearest"}');
    expect(focused).toHaveBeenLastCalledWith({ preventScroll: true });
  } finally {
    Element.prototype.scrollIntoView = original;
    focused.mockRestore();
  }
});

it('asks for a tick where a box must have one, and not for something to be filled in', async () => {
  render(<BoxForm />);
  await userEvent.setup().click(send());
  expect(await screen.findByText('Tick this box to continue.')).toBeTruthy();
  expect(screen.queryByText('Fill in this field.')).toBeNull();
});

it('sends once, however often it is pressed while the answer is on its way', async () => {
  let answer: (refusal: undefined) => void = () => {};
  const submit = vi.fn(
    () =>
      new Promise<undefined>((resolve) => {
        answer = resolve;
      }),
  );
  const user = await settle(submit);
  await user.dblClick(send());
  await user.type(name(), '{Enter}');
  expect(submit).toHaveBeenCalledTimes(1);
  expect(submit).toHaveBeenCalledWith({ name: 'Theo', note: '', agreed: true });
  expect(send().getAttribute('aria-busy')).toBe('true');
  answer(undefined);
  await waitFor(() => expect(send().getAttribute('aria-busy')).toBeNull());
});

it('shows the server’s words at their field until it changes, and the others above', async () => {
  const fields = { note: 'No such note.', elsewhere: 'And more.' };
  const user = await settle(async () => ({ message: 'Not taken.', fields }));
  await user.click(send());
  expect((await screen.findByRole('alert')).textContent).toBe('Not taken. And more.');
  expect(screen.getByText('No such note.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Note')));
  await user.type(screen.getByLabelText('Note'), 'x');
  expect(screen.queryByText('No such note.')).toBeNull();
});

it('begins anew once it was taken: a field that is emptied then has not been left wrong', async () => {
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  render(<EmptiedForm answered={answered} />);
  const user = userEvent.setup();
  await user.type(name(), 'Theo');
  await user.click(send());
  answer();
  await waitFor(() => expect((name() as HTMLInputElement).value).toBe(''));
  expect(name().getAttribute('aria-invalid')).toBeNull();
  expect(screen.queryByText('Check 1 field.')).toBeNull();
  await user.click(send());
  expect(screen.getByText('Fill in this field.')).toBeTruthy();
});

it('does not show an answer that comes after it was set back', async () => {
  let answer: (refusal: FormRefusal) => void = () => {};
  const late = new Promise<FormRefusal>((resolve) => {
    answer = resolve;
  });
  const user = await settle(() => late);
  await user.click(send());
  await user.click(screen.getByRole('button', { name: 'Again' }));
  answer({ message: 'Not taken.' });
  await late;
  expect(screen.queryByText('Not taken.')).toBeNull();
  expect((name() as HTMLInputElement).value).toBe('');
  expect(send().getAttribute('aria-busy')).toBeNull();
});
