import Bowser from 'bowser';

const headerLengthMax = 400;
const unknown = 'Unknown device';

/** Browser and system in words that their owner recognises. Programs are called by the name they give themselves. */
export function deviceName(userAgent: string | undefined): string {
  const header = userAgent?.slice(0, headerLengthMax).trim() ?? '';
  if (header === '') return unknown;
  const { browser, os } = Bowser.parse(header);
  const name = printable(browser.name || (/^[\w.-]+/.exec(header)?.[0] ?? ''));
  if (name === '') return unknown;
  return os.name === undefined || os.name === '' ? name : `${name} on ${printable(os.name)}`;
}

function printable(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 40);
}
