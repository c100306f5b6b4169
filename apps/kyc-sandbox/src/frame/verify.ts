// The script that runs in the frame, in the reader's browser. It knows its session by one message of the page around it, and tells that page three things: that it is
// there, how high it is, and that its reader wants to hand everything in.
import { missingOf, sidesOf } from './missing.ts';
import { type FrameTexts, texts } from './texts.ts';

interface Shown {
  readonly needs: readonly string[];
  readonly document: { readonly type: string; readonly number: string; readonly expires: string } | null;
  readonly issued: string | null;
  readonly files: Readonly<Record<string, 'good' | 'invalid'>>;
  readonly problems: readonly string[];
}

const base = new URL((document.currentScript as HTMLScriptElement).src).origin;
const bytesMax = 5_000_000;
let token = '';
let words: FrameTexts = texts.en;
let state: Shown | undefined;
const failures: Record<string, string> = {};
const uploading = new Set<string>();
let written: Record<string, string> = {};
/** The controls of the form, by name. A redraw moves them into the new form, so what is typed during an upload is not lost. */
const controls = new Map<string, HTMLInputElement | HTMLSelectElement>();
/** Somebody wanted to hand it in: what is still empty is marked. */
let isMarked = false;

const tell = (message: object) => window.parent.postMessage(message, '*');

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || token !== '' || data?.kind !== 'kyc_open') return;
  if (typeof data.token !== 'string') return;
  token = data.token;
  words = texts[data.language as keyof typeof texts] ?? words;
  document.documentElement.lang = data.language;
  document.documentElement.dataset.theme = data.theme === 'dark' ? 'dark' : 'light';
  void ask('GET', '/session');
});
new ResizeObserver(() => {
  tell({ kind: 'kyc_height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
}).observe(document.documentElement);
tell({ kind: 'kyc_ready' });

async function ask(method: string, path: string, body?: BodyInit): Promise<boolean> {
  try {
    const answer = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) return false;
    state = (await answer.json()) as Shown;
    draw();
    return true;
  } catch {
    return false;
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

function kept<Control extends HTMLInputElement | HTMLSelectElement>(
  name: string,
  first: () => Control,
): Control {
  const control = (controls.get(name) as Control | undefined) ?? first();
  controls.set(name, control);
  return control;
}

function field(label: string, control: HTMLInputElement | HTMLSelectElement): HTMLElement {
  const { name } = control;
  control.removeAttribute('aria-invalid');
  control.removeAttribute('aria-describedby');
  if (!isMarked || control.value !== '')
    return make('label', { class: 'field' }, make('span', {}, label), control);
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', `${name}-missing`);
  const said = make('span', { id: `${name}-missing`, class: 'missing' }, words.missing);
  return make('label', { class: 'field' }, make('span', {}, label), control, said);
}

function details(): HTMLElement {
  const known = state?.document;
  const type = kept('type', () => {
    const select = make('select', { name: 'type' });
    for (const each of ['passport', 'id_card', 'driving_licence'] as const)
      select.append(make('option', { value: each }, words[each]));
    select.value = known?.type ?? 'passport';
    select.addEventListener('change', () => void save().then(draw));
    return select;
  });
  const number = kept('number', () =>
    make('input', { name: 'number', value: known?.number ?? '', maxlength: '40', autocomplete: 'off' }),
  );
  const expires = kept('expires', () =>
    make('input', { name: 'expires', type: 'date', value: known?.expires ?? '' }),
  );
  const section = make('section', {}, make('h2', {}, words.document));
  section.append(
    field(words.type, type),
    make('div', { class: 'two' }, field(words.number, number), field(words.expires, expires)),
  );
  return section;
}

function upload(kind: string, label: string, hint: string): HTMLElement {
  const status = failures[kind] ? 'invalid' : state?.files[kind];
  const isMissing = isMarked && status === undefined;
  const input = make('input', {
    ...{ type: 'file', name: kind, id: kind, 'aria-describedby': `${kind}-status` },
    ...(isMissing && { 'aria-invalid': 'true' }),
    accept: kind === 'selfie' ? 'image/jpeg,image/png' : 'image/jpeg,image/png,application/pdf',
  });
  const answer = { good: words.uploaded, invalid: words.unusable };
  const asked = isMissing ? `${words.missingFile} ${hint}` : hint;
  const said = uploading.has(kind) ? words.uploading : (failures[kind] ?? (status ? answer[status] : asked));
  const look = isMissing ? 'invalid' : (status ?? '');
  const line = make('p', { id: `${kind}-status`, class: `status ${look}`, role: 'status' }, said);
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void send(kind, file);
  });
  const button = make(
    'span',
    { class: 'choose', 'aria-hidden': 'true' },
    status ? words.replace : words.choose,
  );
  return make(
    'label',
    { class: `upload ${look}` },
    make('span', { class: 'name' }, label),
    line,
    button,
    input,
  );
}

async function send(kind: string, file: File): Promise<void> {
  delete failures[kind];
  uploading.add(kind);
  draw();
  if (file.size > bytesMax) failures[kind] = words.tooLarge;
  else {
    await save();
    if (!(await ask('PUT', `/session/files/${kind}`, file))) failures[kind] = words.failed;
  }
  uploading.delete(kind);
  draw();
}

/** Stores the fields. The type of the document decides what has to be uploaded, so an incomplete form is stored too. */
async function save(): Promise<void> {
  const value = (name: string) => controls.get(name)?.value ?? '';
  written = {
    type: value('type'),
    number: value('number'),
    expires: value('expires'),
    issued: value('issued'),
  };
  await ask('PUT', '/session', JSON.stringify(written));
}

/** Hands it in, or marks everything that is missing and goes to the first of it. */
function submit(): void {
  const [first] = state ? missingOf({ ...state, written }) : [];
  if (first === undefined) {
    tell({ kind: 'kyc_submit' });
    return;
  }
  draw();
  (document.querySelector(`[name=${first}]`) as HTMLElement | null)?.focus();
}

function draw(): void {
  if (!state) return;
  const form = make('form', { novalidate: '' });
  const focused = (document.activeElement as HTMLElement | null)?.getAttribute('name');
  const { needs } = state;
  const type = controls.get('type')?.value ?? state.document?.type ?? 'passport';
  if (needs.includes('document')) {
    form.append(details());
    const isPassport = type === 'passport';
    const names = { document_front: isPassport ? words.photoPage : words.front, document_back: words.back };
    for (const side of sidesOf(type))
      form.append(upload(side, names[side as keyof typeof names], words.imageHint));
  }
  if (needs.includes('selfie'))
    form.append(make('h2', {}, words.selfie), upload('selfie', words.selfieFile, words.selfieHint));
  if (needs.includes('address_proof')) {
    const issued = kept('issued', () =>
      make('input', { name: 'issued', type: 'date', value: state?.issued ?? '' }),
    );
    form.append(make('h2', {}, words.address), field(words.issued, issued));
    form.append(upload('address_proof', words.addressFile, words.addressHint));
  }
  form.append(make('button', { type: 'submit' }, words.submit), make('p', { class: 'tests' }, words.tests));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    isMarked = true;
    void save().then(submit);
  });
  document.body.replaceChildren(make('main', {}, form));
  (form.querySelector(`[name=${focused ?? 'none'}]`) as HTMLElement | null)?.focus();
}
