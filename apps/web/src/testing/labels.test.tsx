import { expect, it } from 'vitest';
import { quickenLabels } from './labels.ts';

const page = `
  <label for="a">first</label><input id="a"><label for="a">second</label><label>around <input></label>
  <label>two <button type="button">b</button><select></select></label><label for="">none</label>
  <label for="twice">x</label><textarea id="twice"></textarea><textarea id="twice"></textarea>
  <label for="far">another <input></label><meter id="far"></meter><progress></progress><output id="o"></output>
  <label for="o">result</label><label for="h">hidden</label><input type="hidden" id="h"><label for="p">no field</label><p id="p"></p>`;

/** The labels of every element, by their place among all labels. */
function labelsIn(document: Document) {
  const all = [...document.querySelectorAll('label')];
  return [...document.querySelectorAll<HTMLInputElement>('*')].map(({ outerHTML, labels }) => [
    outerHTML,
    labels && Array.from(labels, (label) => all.indexOf(label)),
  ]);
}

it('a field has the labels that jsdom says, also after the page has changed', () => {
  const [plain, quick] = [page, page].map(() => document.body.appendChild(document.createElement('iframe')));
  const pages = [plain, quick].map((frame) => frame?.contentDocument as Document);
  quickenLabels(quick?.contentWindow as unknown as typeof globalThis);
  for (const { body } of pages) body.innerHTML = page;
  const [expected, given] = pages.map(labelsIn);
  expect(given).toEqual(expected);
  expect(given?.filter(([, labels]) => labels?.length)).toHaveLength(6);
  for (const { body } of pages) {
    body.querySelector('textarea')?.remove();
    body.querySelector('label')?.removeAttribute('for');
    body.querySelector('#o')?.setAttribute('id', 'h');
    body.querySelector('#h')?.setAttribute('type', 'text');
  }
  const [expectedNow, givenNow] = pages.map(labelsIn);
  expect(givenNow).toEqual(expectedNow);
  expect(givenNow).not.toEqual(given);
  for (const frame of [plain, quick]) frame?.remove();
});

it('a field in no document, or in a shadow, has the labels that jsdom says', () => {
  const [apart, host] = [document.createElement('p'), document.body.appendChild(document.createElement('p'))];
  const shadow = host.attachShadow({ mode: 'open' });
  for (const place of [apart, shadow]) place.innerHTML = '<label for="s">s</label><input id="s">';
  for (const place of [apart, shadow]) expect(place.querySelector('input')?.labels).toHaveLength(1);
  host.remove();
});
