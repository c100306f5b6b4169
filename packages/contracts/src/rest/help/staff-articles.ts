import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { desk, explained } from '#rest/back-office/fields.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { confirmationErrors } from '#rest/identity/confirmation.ts';
import { required } from '#rest/identity/fields.ts';
import { languages } from '#rest/languages.ts';
import { count } from '#rest/numbers.ts';
import { oneLine, severalLines } from '#rest/text.ts';
import { articleSlug, helpCategories } from './articles.ts';

export const articleBodyMax = 20_000;

const ArticleText = named(
  'HelpArticleText',
  z.strictObject({
    title: z.string().check(z.trim(), required, z.maxLength(120), oneLine),
    summary: z.string().check(z.trim(), required, z.maxLength(400), oneLine),
    body: described(
      z.string().check(z.trim(), required, z.maxLength(articleBodyMax), severalLines),
      'Markdown.',
    ),
  }),
);
export type ArticleText = z.infer<typeof ArticleText>;

const others = languages.filter((language) => language !== 'en');
const texts = z.strictObject({
  en: ArticleText,
  ...(Object.fromEntries(others.map((language) => [language, z.optional(ArticleText)])) as Record<
    Exclude<(typeof languages)[number], 'en'>,
    z.ZodMiniOptional<typeof ArticleText>
  >),
});

const listed = {
  slug: articleSlug,
  category: z.enum(helpCategories),
  published: described(z.boolean(), 'False: nobody but staff sees it.'),
  edited: described(
    z.boolean(),
    'Written or changed by staff, so a new version of the software leaves it alone.',
  ),
  helpful: count,
  unhelpful: count,
  version: described(count, 'Grows with each change.'),
  changed: moment,
  changed_by: z.nullable(z.object({ id: z.string(), username: z.string() })),
};

export const ListedArticle = named(
  'ListedHelpArticle',
  z.object({ ...listed, title: z.string(), languages: z.array(z.enum(languages)) }),
);
export type ListedArticle = z.infer<typeof ListedArticle>;

export const StaffArticle = named(
  'StaffHelpArticle',
  z.object({ ...listed, related: z.array(articleSlug), texts }),
);
export type StaffArticle = z.infer<typeof StaffArticle>;

const written = {
  category: z.enum(helpCategories),
  related: z.array(articleSlug).check(z.maxLength(6)),
  published: z.boolean(),
  texts,
  ...explained,
};
const params = z.object({ slug: articleSlug });
const write = { ...desk, access: 'help.write', response: StaffArticle } as const;

export const staffHelpEndpoints = {
  list: defineEndpoint({
    ...desk,
    access: 'help.read',
    method: 'GET',
    path: 'admin/help/articles',
    summary: 'List the help articles with what readers said of them',
    response: z.object({ results: z.array(ListedArticle) }),
  }),
  read: defineEndpoint({
    ...desk,
    access: 'help.read',
    method: 'GET',
    path: 'admin/help/articles/:slug',
    summary: 'Read a help article in all its languages',
    params,
    response: StaffArticle,
    errors: ['article_not_found'],
  }),
  add: defineEndpoint({
    ...write,
    method: 'POST',
    path: 'admin/help/articles',
    summary: 'Write a help article, as a draft or to be read at once',
    body: z.strictObject({ slug: articleSlug, ...written }),
    errors: ['help_article_exists', ...confirmationErrors],
  }),
  change: defineEndpoint({
    ...write,
    method: 'PUT',
    path: 'admin/help/articles/:slug',
    summary: 'Change, translate, publish or hide a help article',
    params,
    body: z.strictObject({ ...written, version: count }),
    errors: ['article_not_found', 'changed_meanwhile', ...confirmationErrors],
  }),
} as const;
