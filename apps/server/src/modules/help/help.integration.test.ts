import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditModule } from '#modules/audit/index.ts';
import { erasePerson } from '#modules/identity/index.ts';
import { staffModule } from '#modules/staff/index.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { readArticleFiles } from './articles/article-files.ts';
import { loadArticles } from './articles/load-articles.ts';
import { helpModule } from './index.ts';

let exchange: StaffedExchange;
let support: Member;
let trader: Member;

beforeAll(async () => {
  exchange = await openStaffedExchange({ modules: [auditModule, staffModule, helpModule] });
  support = await exchange.member('support');
  trader = await exchange.member('trader');
});
afterAll(() => exchange.close());

async function get(path: string, language = 'en') {
  const answer = await exchange.app.inject({
    url: `/api/public/v1/help/${path}`,
    headers: { 'accept-language': language },
  });
  return { status: answer.statusCode, body: answer.json() };
}
const search = async (q: string, language = 'en') =>
  (await get(`search/?q=${encodeURIComponent(q)}`, language)).body;
const slugs = ({ results }: { results: { slug: string }[] }) => results.map(({ slug }) => slug);

const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
  support.call({
    ...{ method, path: `admin/help/articles${path}` },
    body: { ...body, reason: 'As decided', confirmation: await support.freshCode() },
  });
const draft = {
  ...{ category: 'trading', related: ['api'], published: false },
  texts: { en: { title: 'Zeppelin futures', summary: 'What they are.', body: '## Zeppelins\n\nThey fly.' } },
};

it('has every article of the software in the reader’s language', async () => {
  const { results } = (await get('articles/', 'fr')).body;
  expect(results).toHaveLength(readArticleFiles().length);
  expect(results[0]).toMatchObject({ language: 'fr', title: 'Créer un compte et se connecter' });
});

it.each([
  ['en', 'withdrawl revew', 'withdraw-coins', 'withdraw review'],
  ['en', 'depsoit', 'deposit-coins', 'deposit'],
  ['es', 'retirro', 'withdraw-coins', 'retiro'],
  ['es', 'verificasion', 'identity-verification', 'verificación'],
  ['ru', 'поплнение', 'deposit-coins', 'пополнение'],
  ['ru', 'комисия', 'fees-and-tiers', 'комиссия'],
  ['pt', 'transferensia bancaria', 'bank-transfers', 'transferência bancaria'],
  ['fr', 'verifcation', 'identity-verification', 'vérification'],
  ['fr', 'virment', 'bank-transfers', 'virements'],
  ['it', 'depsito', 'deposit-coins', 'deposito'],
  ['it', 'comissioni', 'fees-and-tiers', 'commissioni'],
])('finds in %s what “%s” is a misspelling of', async (language, typed, slug, corrected) => {
  const answer = await search(typed, language);
  expect(answer.corrected).toBe(corrected);
  expect(slugs(answer).slice(0, 3)).toContain(slug);
  expect(answer.results[0].language).toBe(language);
  expect(JSON.stringify(answer.results)).toContain('"hit":true');
});

it.each([
  ['en', 'deposit not arrived', 'deposit-not-arrived'],
  ['en', 'how do i buy with my card?', 'buy-with-card'],
  ['en', 'OCO', 'order-types'],
  ['en', 'withdr', 'withdraw-coins'],
  ['es', 'verificacion', 'identity-verification'],
  ['ru', 'ордер отклонён', 'order-refused'],
  ['pt', 'saque', 'withdraw-coins'],
  ['fr', 'frais', 'fees-and-tiers'],
  ['it', 'carta', 'buy-with-card'],
  ['en', 'kyc', 'identity-verification'],
  ['en', 'passport', 'identity-verification'],
  ['en', 'selfie', 'identity-verification'],
  ['ru', 'верификация', 'identity-verification'],
  ['ru', 'паспорт', 'identity-verification'],
  ['ru', 'верификацию', 'identity-verification'],
  ['ru', 'депозит', 'deposit-not-arrived'],
  ['es', 'ticket', 'support-tickets'],
  ['en', 'ticket', 'support-tickets'],
  ['en', 'notification', 'notifications'],
  ['fr', 'newsletter', 'notifications'],
])('puts the article that is about it first: %s, “%s”', async (language, typed, slug) => {
  const answer = await search(typed, language);
  expect(answer.corrected).toBeNull();
  expect(slugs(answer)[0]).toBe(slug);
});

it('takes a word that the exchange itself uses for no misspelling, and sets headings apart', async () => {
  for (const typed of ['volume', 'header'])
    expect(await search(typed)).toEqual({ corrected: null, results: [] });
  const { results } = await search('withdrawl');
  const words = results
    .flatMap(({ excerpt }: { excerpt: { text: string }[] }) => excerpt.map(({ text }) => text).join(''))
    .join('\n');
  expect(words).toMatch(/\S · \S/);
  expect(words).not.toMatch(/How to withdraw Open/);
  // Pages cut it and say so by this very sign.
  expect(words).not.toContain(' … ');
});

it.each(['ьь', 'ъ', 'ьъь ъь'])('finds nothing by letters without a sound: %s', async (typed) => {
  expect(await search(typed, 'ru')).toEqual({ corrected: null, results: [] });
});

it('answers in the reader’s language where English words are typed, and in English where there is no translation', async () => {
  const [first] = (await search('withdrawal', 'ru')).results;
  expect(first).toMatchObject({ slug: 'withdraw-coins', language: 'ru' });
  await send('POST', '', { ...draft, slug: 'zeppelins', published: true });
  const [found] = (await search('zeppelin', 'ru')).results;
  expect(found).toMatchObject({
    slug: 'zeppelins',
    language: 'en',
    title: [
      { text: 'Zeppelin', hit: true },
      { text: ' futures', hit: false },
    ],
  });
  expect((await get('articles/zeppelins/', 'ru')).body).toMatchObject({
    language: 'en',
    related: [{ slug: 'api' }],
  });
});

it('takes whatever is typed for words and nothing else', async () => {
  for (const typed of [
    "' or 1=1 --",
    '!!! & | <-> :*',
    '%_%',
    '\\',
    'a'.repeat(100),
    '🙂',
    'the of and',
    "d'un",
  ])
    expect((await get(`search/?q=${encodeURIComponent(typed)}`)).status, typed).toBe(200);
  expect((await get('search/?q=')).status).toBe(422);
  expect((await get(`search/?q=${'a'.repeat(101)}`)).status).toBe(422);
  expect((await get('search/?q=a%00b')).status).toBe(422);
  expect((await search('qqqqzzzz')).results).toEqual([]);
});

it('is written, published and hidden by staff; nobody else sees a draft, nor finds its words', async () => {
  const added = await send('POST', '', {
    ...draft,
    slug: 'airships',
    texts: { en: { ...draft.texts.en, title: 'Airships galore' } },
  });
  expect(added.body).toMatchObject({ slug: 'airships', published: false, edited: true, version: 1 });
  expect((await get('articles/airships/')).status).toBe(404);
  expect(slugs(await search('galore'))).toEqual([]);
  expect((await send('POST', '', { ...draft, slug: 'airships' })).body.code).toBe('help_article_exists');
  const texts = { ...added.body.texts, es: { title: 'Dirigibles', summary: 'Qué son.', body: 'Vuelan.' } };
  const published = await send('PUT', '/airships', { ...draft, texts, published: true, version: 1 });
  expect(published.body).toMatchObject({ published: true, version: 2, changed_by: { id: support.id } });
  expect((await send('PUT', '/airships', { ...draft, texts, version: 1 })).body.code).toBe(
    'changed_meanwhile',
  );
  expect(slugs(await search('galroe'))).toEqual(['airships']);
  expect(slugs(await search('dirigible', 'es'))).toEqual(['airships']);
  await send('PUT', '/airships', { ...draft, texts, published: false, version: 2 });
  expect(await search('galroe')).toEqual({ corrected: null, results: [] });
  expect((await trader.call({ path: 'admin/help/articles' })).status).toBe(404);
});

it('leaves alone at the next start what staff changed, and changes what they did not', async () => {
  const before = (await support.call({ path: 'admin/help/articles/api' })).body;
  const mine = { ...before.texts.en, title: 'Our own words' };
  const { category, related, version } = before;
  await send('PUT', '/api', {
    category,
    related,
    published: true,
    version,
    texts: { ...before.texts, en: mine },
  });
  const files = readArticleFiles().filter(({ slug }) => slug !== 'quick-swap');
  const changed = files.map((file) => {
    const en = { ...file.texts.en, title: `${file.texts.en.title} (new)` };
    return { ...file, source: `new ${file.source}`, texts: { ...file.texts, en } };
  });
  await loadArticles(exchange.platform, changed);
  const read = async (slug: string) => (await support.call({ path: `admin/help/articles/${slug}` })).body;
  expect((await read('api')).texts.en.title).toBe('Our own words');
  expect((await read('stay-safe')).texts.en.title).toBe('Keep your account safe (new)');
  expect((await read('quick-swap')).code).toBe('article_not_found');
  await loadArticles(exchange.platform);
  expect((await read('quick-swap')).texts.en.title).toBe('Swap and recurring swaps');
  expect((await read('stay-safe')).texts.en.title).toBe('Keep your account safe');
});

it('counts the last word of a user or a browser on whether it helped', async () => {
  const browser = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
  const rate = (helpful: boolean, id = browser) =>
    exchange.app.inject({
      method: 'POST',
      url: '/api/v1/help/articles/order-types/feedback/',
      payload: { helpful, browser: id },
    });
  await rate(true);
  await rate(false);
  await rate(true, '1a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d');
  for (const id of [browser, '2a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'])
    await trader.call({
      method: 'POST',
      path: 'help/articles/order-types/feedback',
      body: { helpful: true, browser: id },
    });
  const { results } = (await support.call({ path: 'admin/help/articles' })).body;
  expect(results.find(({ slug }: { slug: string }) => slug === 'order-types')).toMatchObject({
    helpful: 2,
    unhelpful: 1,
  });
  expect((await rate(true, 'nobody')).statusCode).toBe(422);
  // Ids cost nothing, and each is a row: one network has so many in a day.
  await exchange.test.database.pool.query(
    "update attempt_counters set failures = 100, blocked_until = now() + interval '1 hour' where scope = 'help:votes'",
  );
  expect((await rate(true, '3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d')).statusCode).toBe(429);
});

it('has searches wait in a line of their own, and says so where it is full', async () => {
  const url = `/api/public/v1/help/search/?q=${encodeURIComponent('withdrwal depsoit comision verifcation')}`;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      exchange.app.inject({ url, remoteAddress: `198.51.100.${index}` }),
    ),
  );
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(60);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'service_unavailable']);
  expect((await exchange.app.inject({ url })).statusCode).toBe(200);
});

it('forgets what somebody thought of an article together with them', async () => {
  const leaver = await exchange.enrol('leaver');
  const votes = async () =>
    (await exchange.test.database.pool.query('select count(*)::int as count from help_votes')).rows[0].count;
  const before = await votes();
  const body = { helpful: true, browser: '4a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d' };
  await leaver.call({ method: 'POST', path: 'help/articles/api/feedback', body });
  expect(await votes()).toBe(before + 1);
  const { platform } = exchange;
  await platform.database.kysely
    .transaction()
    .execute((transaction) => erasePerson(transaction, platform, leaver.id));
  expect(await votes()).toBe(before);
});
