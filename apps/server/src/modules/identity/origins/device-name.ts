import Bowser from 'bowser';

const headerLengthMax = 400;
export const unknownDevice = 'Unknown device';
const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
/** One word without a dot: mail programs make links of names of sites. */
const program = /^[A-Za-z][\w-]{0,39}(?=[/ ]|$)/;

/** Browser and system in words that their owner recognises. Other programs are called by the name they give themselves. */
export function deviceName(userAgent: string | undefined): string {
  const header = userAgent?.slice(0, headerLengthMax).trim() ?? '';
  if (header === '') return unknownDevice;
  const { browser, os } = Bowser.parse(header);
  // What is not among the browsers is the caller's own text, and it stands in our mails.
  const name = browsers.has(browser.name ?? '') ? browser.name : program.exec(header)?.[0];
  if (name === undefined) return unknownDevice;
  return os.name === undefined || os.name === '' ? name : `${name} on ${os.name}`;
}
