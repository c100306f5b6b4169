import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { speakEnglish } from '#ui/testing/english.ts';
import { Checkbox } from './checkbox.tsx';
import { settleEmail } from './email.ts';
import { EmailInput } from './email-input.tsx';
import { NumericInput, type NumericInputProps } from './numeric-input.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';
import { Textarea } from './textarea.tsx';

beforeAll(speakEnglish);
afterEach(cleanup);

function box(name: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name });
}

describe('a field', () => {
  it('ties its label, hint and error to the control', () => {
    render(<TextField label="Name" hint="As in your passport" error="Required" />);
    const input = box('Name');
    const texts = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(texts).toEqual(['As in your passport', 'Required']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('is not invalid without an error', () => {
    render(<TextField label="Name" error={undefined} />);
    expect(box('Name').hasAttribute('aria-invalid')).toBe(false);
    expect(box('Name').hasAttribute('aria-describedby')).toBe(false);
  });

  it('gives a textarea ten rows', () => {
    render(<Textarea label="Message" />);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').rows).toBe(10);
  });

  it('shows and hides a password', async () => {
    render(<PasswordField label="Password" />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show the password' }));
    expect(input.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide the password' }));
    expect(input.type).toBe('password');
  });
});

function Amount({ start = '', ...options }: { start?: string } & Partial<NumericInputProps>) {
  const [value, setValue] = useState(start);
  return <NumericInput label="Amount" {...options} value={value} onValueChange={setValue} />;
}

describe('the numeric input', () => {
  it('turns a comma into a dot and stops at eight decimals', async () => {
    render(<Amount />);
    await userEvent.type(box('Amount'), '0012,3456789012');
    expect(box('Amount').value).toBe('12.34567890');
  });

  it('ignores letters and keeps the caret where it was', async () => {
    render(<Amount start="1234" />);
    await userEvent.type(box('Amount'), 'x', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(box('Amount').value).toBe('1234');
    expect(box('Amount').selectionStart).toBe(2);
  });

  it('keeps the caret after a digit typed in the middle', async () => {
    render(<Amount start="1234" />);
    await userEvent.type(box('Amount'), '9', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(box('Amount').value).toBe('12934');
    expect(box('Amount').selectionStart).toBe(3);
  });

  it('reads a pasted amount as people write it', async () => {
    render(<Amount />);
    await userEvent.click(box('Amount'));
    await userEvent.paste('1 234,50');
    expect(box('Amount').value).toBe('1234.50');
  });

  it('drops a lonely minus when it is left', async () => {
    render(<Amount allowMinus />);
    await userEvent.type(box('Amount'), '-');
    expect(box('Amount').value).toBe('-');
    await userEvent.tab();
    expect(box('Amount').value).toBe('');
  });
});

function Address({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start);
  return <EmailInput label="Email" value={value} onValueChange={setValue} />;
}

describe('the email input', () => {
  it('goes back to the last valid address when left with another text', async () => {
    render(<Address start="one@emporion.test" />);
    await userEvent.clear(box('Email'));
    await userEvent.type(box('Email'), 'two@emporion.t{Backspace}{Backspace}');
    expect(box('Email').value).toBe('two@emporion');
    await userEvent.tab();
    expect(box('Email').value).toBe('one@emporion.test');
  });

  it('takes a new valid address', async () => {
    render(<Address start="one@emporion.test" />);
    await userEvent.clear(box('Email'));
    await userEvent.type(box('Email'), ' two@emporion.test ');
    await userEvent.tab();
    expect(box('Email').value).toBe('two@emporion.test');
  });

  it('keeps a first attempt, for there is nothing to go back to', async () => {
    render(<Address />);
    await userEvent.type(box('Email'), 'nobody');
    await userEvent.tab();
    expect(box('Email').value).toBe('nobody');
  });

  it('may be emptied', () => {
    expect(settleEmail('  ', 'one@emporion.test')).toBe('');
  });

  it.each(['a@b', 'a b@c.de', 'a@b..de', '@b.de', 'a@b.de,c@d.ef', `${'a'.repeat(250)}@b.de`])(
    'takes %j for no address',
    (text) => {
      expect(settleEmail(text, 'one@emporion.test')).toBe('one@emporion.test');
    },
  );
});

describe('the checkbox', () => {
  it('holds true and false unless told otherwise', async () => {
    const change = vi.fn();
    render(<Checkbox label="Terms" value={false} onValueChange={change} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Terms' }));
    expect(change).toHaveBeenCalledWith(true);
  });

  it('holds the given values', async () => {
    const change = vi.fn<(value: 'yes' | 'no') => void>();
    const value: 'yes' | 'no' = 'yes';
    render(
      <Checkbox<'yes' | 'no'>
        label="News"
        value={value}
        trueValue="yes"
        falseValue="no"
        onValueChange={change}
      />,
    );
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    await userEvent.click(screen.getByRole('checkbox'));
    expect(change).toHaveBeenCalledWith('no');
  });
});
