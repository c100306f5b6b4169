/** What a label can be of. */
const labelable = [
  'HTMLButtonElement',
  'HTMLInputElement',
  'HTMLMeterElement',
  'HTMLOutputElement',
  'HTMLProgressElement',
  'HTMLSelectElement',
  'HTMLTextAreaElement',
] as const;

/**
 * Lets a field find its labels among the labels of the page. jsdom looks at every node of the page for each field, and for each label with `for`
 * at every node again: with that, queries by label and by name were a tenth of the time of the tests that render. The answers stay those of jsdom, which is asked
 * about what is in no document.
 */
export function quickenLabels(page: Pick<typeof globalThis, (typeof labelable)[number]>): void {
  for (const name of labelable) {
    const { prototype } = page[name];
    const plain = Object.getOwnPropertyDescriptor(prototype, 'labels')?.get;
    if (!plain) continue;
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      enumerable: true,
      get(this: HTMLInputElement) {
        const isPlain =
          !this.isConnected || this.type === 'hidden' || this.getRootNode() !== this.ownerDocument;
        return isPlain ? plain.call(this) : labelsOf(this);
      },
    });
  }
}

function labelsOf(field: HTMLElement): HTMLLabelElement[] {
  return Array.from(field.ownerDocument.getElementsByTagName('label')).filter((label) => {
    const id = label.getAttribute('for');
    if (id === null) return label.contains(field) && label.control === field;
    return id !== '' && id === field.id && field.ownerDocument.getElementById(id) === field;
  });
}
