import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { setNumberStyle } from '#ui/number/number-style.ts';
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
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.type).toBe('password');
  });
});

interface AmountProps extends Partial<NumericInputProps> {
  start?: string;
  onChanged?: (value: string) => void;
}

function Amount({ start = '', onChanged, ...options }: AmountProps) {
  const [value, setValue] = useState(start);
  const change = (next: string): void => {
    onChanged?.(next);
    setValue(next);
  };
  return <NumericInput label="Amount" {...options} value={value} onValueChange={change} />;
}

describe('the numeric input', () => {
  it('is plain while somebody writes in it, and tells its thousands apart once it is left', async () => {
    const change = vi.fn();
    render(<Amount start="690000" onChanged={change} />);
    expect(box('Amount').value).toBe('690,000');
    await userEvent.type(box('Amount'), '.5');
    expect(box('Amount').value).toBe('690000.5');
    expect(change).toHaveBeenLastCalledWith('690000.5');
    await userEvent.tab();
    expect(box('Amount').value).toBe('690,000.5');
  });

  it('is written over by whoever comes with the Tab key, and by a program that selects what it focused', async () => {
    render(<Amount start="65800" />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('65900');
    expect(box('Amount').value).toBe('65900');
    await user.tab();
    expect(box('Amount').value).toBe('65,900');
    act(() => {
      box('Amount').focus();
      box('Amount').select();
    });
    expect(box('Amount').value.slice(box('Amount').selectionStart ?? 0)).toBe('65900');
  });

  it('makes a point of a comma, and of one that told thousands apart nothing', async () => {
    const change = vi.fn();
    render(<Amount onChanged={change} maxDecimals={2} />);
    await userEvent.type(box('Amount'), '0,5');
    expect(box('Amount').value).toBe('0.5');
    await userEvent.clear(box('Amount'));
    await userEvent.type(box('Amount'), '2,500.75');
    expect(box('Amount').value).toBe('2500.75');
    expect(change).toHaveBeenLastCalledWith('2500.75');
    await userEvent.clear(box('Amount'));
    await userEvent.type(box('Amount'), '1,234,567');
    expect(change).toHaveBeenLastCalledWith('1234567');
  });

  it('writes and reads numbers as the page does', async () => {
    act(() => setNumberStyle('point_comma'));
    const change = vi.fn();
    render(<Amount start="2549.03" onChanged={change} />);
    expect(box('Amount').value).toBe('2.549,03');
    await userEvent.clear(box('Amount'));
    await userEvent.type(box('Amount'), '2.500,75');
    expect(change).toHaveBeenLastCalledWith('2500.75');
    await userEvent.tab();
    expect(box('Amount').value).toBe('2.500,75');
    act(() => setNumberStyle('comma_point'));
    expect(box('Amount').value).toBe('2,500.75');
  });

  it('takes no more decimals by key than it holds, and eight unless told otherwise', async () => {
    const change = vi.fn();
    const { unmount } = render(<Amount maxDecimals={2} onChanged={change} />);
    await userEvent.type(box('Amount'), '12.3456');
    expect(box('Amount').value).toBe('12.34');
    expect(change).toHaveBeenLastCalledWith('12.34');
    await userEvent.type(box('Amount'), '9', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(box('Amount').value).toBe('192.34');
    unmount();
    render(<Amount />);
    await userEvent.type(box('Amount'), '0.123456789');
    expect(box('Amount').value).toBe('0.12345678');
  });

  it('takes no point where numbers are whole', async () => {
    render(<Amount maxDecimals={0} />);
    await userEvent.type(box('Amount'), '12.7');
    expect(box('Amount').value).toBe('127');
  });

  it('says that a pasted number is finer than it takes, and drops none of its digits', async () => {
    const change = vi.fn();
    render(<Amount maxDecimals={2} onChanged={change} />);
    await userEvent.click(box('Amount'));
    await userEvent.paste('12.3456');
    expect(change).toHaveBeenLastCalledWith('12.3456');
    expect(screen.getByRole('alert').textContent).toBe('Up to 2 decimal places');
    await userEvent.tab();
    expect(box('Amount').value).toBe('12.3456');
    expect(screen.getByRole('alert').textContent).toBe('Up to 2 decimal places');
    await userEvent.type(box('Amount'), '{Backspace}{Backspace}');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that a pasted number must be whole', async () => {
    render(<Amount maxDecimals={0} />);
    await userEvent.click(box('Amount'));
    await userEvent.paste('12.7');
    expect(screen.getByRole('alert').textContent).toBe('Whole numbers only');
  });

  it('says when it is left with what is no number, and hands out nothing that could pass for one', async () => {
    const change = vi.fn();
    render(<Amount onChanged={change} />);
    await userEvent.type(box('Amount'), '1 2');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.tab();
    expect(box('Amount').value).toBe('1 2');
    expect(change).toHaveBeenLastCalledWith('1 2');
    expect(screen.getByRole('alert').textContent).toBe('Enter a number');
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

  it('keeps the zeros behind a digit that is about to be replaced', async () => {
    const change = vi.fn();
    render(<Amount start="10000" onChanged={change} />);
    await userEvent.type(box('Amount'), '{Delete}', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(box('Amount').value).toBe('0000');
    expect(change).toHaveBeenLastCalledWith('0');
    await userEvent.keyboard('2');
    expect(box('Amount').value).toBe('20000');
    expect(change).toHaveBeenLastCalledWith('20000');
  });

  it('strips leading zeros when it is left, and hands out clean numbers all along', async () => {
    const change = vi.fn();
    render(<Amount start="1005" onChanged={change} />);
    await userEvent.type(box('Amount'), '{Delete}', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(box('Amount').value).toBe('005');
    await userEvent.tab();
    expect(box('Amount').value).toBe('5');
    expect(change.mock.calls).toEqual([['5']]);
  });

  it('replaces a lone zero', async () => {
    render(<Amount start="0" />);
    await userEvent.type(box('Amount'), '5');
    expect(box('Amount').value).toBe('5');
  });

  it.each(['-0', '-0.0'])('turns %s into 0 when it is left', async (typed) => {
    render(<Amount allowMinus />);
    await userEvent.type(box('Amount'), typed);
    expect(box('Amount').value).toBe(typed);
    await userEvent.tab();
    expect(box('Amount').value).toBe('0');
  });

  it('shows what its owner makes of the number', async () => {
    const { rerender } = render(<NumericInput label="Amount" value="1" onValueChange={() => undefined} />);
    await userEvent.type(box('Amount'), '2');
    expect(box('Amount').value).toBe('1');
    rerender(<NumericInput label="Amount" value="7.5" onValueChange={() => undefined} />);
    expect(box('Amount').value).toBe('7.5');
  });

  it.each(['1e-7', '1.2.3', '−5', 'twelve'])(
    'says so when %j is pasted, and does not go on with the number of before',
    async (text) => {
      const change = vi.fn();
      render(<Amount start="42" onChanged={change} />);
      await userEvent.click(box('Amount'));
      box('Amount').select();
      await userEvent.paste(text);
      expect(box('Amount').value).toBe(text);
      expect(change).toHaveBeenLastCalledWith(text);
      expect(screen.getByRole('alert').textContent).toBe('Enter a number');
      expect(box('Amount').getAttribute('aria-invalid')).toBe('true');
      await userEvent.type(box('Amount'), '{Backspace}'.repeat(text.length));
      expect(box('Amount').value).toBe('');
      await userEvent.keyboard('7');
      expect(change).toHaveBeenLastCalledWith('7');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('says how it read a separator that may have been meant otherwise, until the text changes', async () => {
    render(<Amount />);
    await userEvent.type(box('Amount'), '2,500');
    await userEvent.tab();
    expect(box('Amount').value).toBe('2.500');
    expect(screen.getByRole('status').textContent).toContain('Read as 2.5.');
    await userEvent.type(box('Amount'), '{Backspace}');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it.each(['2500.75', '2,500.75'])('says nothing about %s', async (text) => {
    render(<Amount />);
    await userEvent.type(box('Amount'), text);
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('refuses a pasted number that can mean two, keeps it and says both', async () => {
    render(<Amount />);
    await userEvent.click(box('Amount'));
    await userEvent.paste('1,500');
    expect(box('Amount').value).toBe('1,500');
    expect(screen.getByRole('alert').textContent).toContain('1,500 or 1.5');
  });

  it('takes a number that is pasted into another, instead of it', async () => {
    const change = vi.fn();
    render(<Amount start="2549.03" maxDecimals={2} onChanged={change} />);
    await userEvent.click(box('Amount'));
    await userEvent.paste('2,500.75');
    expect(box('Amount').value).toBe('2500.75');
    expect(change).toHaveBeenLastCalledWith('2500.75');
  });

  it.each(['2,500.75', '2.500,75', '2 500,75 USDT'])('takes %j in one piece', async (text) => {
    render(<Amount start="2549.03" />);
    await userEvent.click(box('Amount'));
    box('Amount').select();
    await userEvent.paste(text);
    expect(box('Amount').value).toBe('2500.75');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes a minus as typesetters write it', async () => {
    render(<Amount allowMinus />);
    await userEvent.click(box('Amount'));
    await userEvent.paste('−5');
    expect(box('Amount').value).toBe('-5');
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
