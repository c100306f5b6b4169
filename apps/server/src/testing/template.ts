/** The migrated database that tests copy. */
export const templateName = 'emporion_template';

/** The address of another database of the same server. */
export function addressOf(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
