import * as z from 'zod/mini';
import { described, named } from '#documented.ts';
import { moment } from '#rest/codes.ts';
import { defineEndpoint } from '#rest/endpoint.ts';
import { uuid } from '#rest/ids.ts';
import { languages } from '#rest/languages.ts';

const tag = 'help';

export const helpCategories = [
  'account',
  'security',
  'deposits',
  'withdrawals',
  'trading',
  'swap',
  'transparency',
] as const;
export type HelpCategory = (typeof helpCategories)[number];

export const articleSlug = z
  .string()
  .check(z.maxLength(80), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'article_not_found' }));

const language = described(
  z.enum(languages),
  'English where there is no text in the language that was asked for.',
);

export const ArticleSummary = named(
  'HelpArticleSummary',
  z.object({
    slug: articleSlug,
    category: z.enum(helpCategories),
    language,
    title: z.string(),
    summary: z.string(),
  }),
);
export type ArticleSummary = z.infer<typeof ArticleSummary>;

export const Article = named(
  'HelpArticle',
  z.object({
    slug: articleSlug,
    category: z.enum(helpCategories),
    language,
    title: z.string(),
    summary: z.string(),
    body: described(
      z.string(),
      'Headings, paragraphs, notes, lists, strong words, code and links in Markdown.',
    ),
    updated: moment,
    related: z.array(z.object({ slug: articleSlug, title: z.string() })),
  }),
);
export type Article = z.infer<typeof Article>;

const Marked = z.array(
  z.object({ text: z.string(), hit: described(z.boolean(), 'Whether it is what was searched for.') }),
);

export const FoundArticle = named(
  'FoundHelpArticle',
  z.object({
    slug: articleSlug,
    category: z.enum(helpCategories),
    language,
    title: Marked,
    excerpt: Marked,
  }),
);
export type FoundArticle = z.infer<typeof FoundArticle>;

export const helpQueryMax = 100;

export const helpEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: 'help/articles',
    access: 'public',
    tag,
    summary: 'List the help articles in the language of Accept-Language',
    response: z.object({ results: z.array(ArticleSummary) }),
  }),
  read: defineEndpoint({
    method: 'GET',
    path: 'help/articles/:slug',
    access: 'public',
    tag,
    summary: 'Read a help article in the language of Accept-Language',
    params: z.object({ slug: articleSlug }),
    response: Article,
    errors: ['article_not_found'],
  }),
  search: defineEndpoint({
    method: 'GET',
    path: 'help/search',
    access: 'public',
    tag,
    summary: 'Search the help articles, misspelt words included',
    query: z.strictObject({
      q: described(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(1),
            z.maxLength(helpQueryMax),
            z.regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'value_invalid' }),
          ),
        'At most eight words count.',
      ),
    }),
    response: z.object({
      corrected: described(
        z.nullable(z.string()),
        'What was searched for instead, where a word occurs nowhere and one that is like it does.',
      ),
      results: z.array(FoundArticle),
    }),
    errors: ['service_unavailable'],
  }),
  rate: defineEndpoint({
    method: 'POST',
    path: 'help/articles/:slug/feedback',
    access: 'public',
    tag,
    summary: 'Say whether a help article helped; the last word of a user or a browser counts',
    params: z.object({ slug: articleSlug }),
    body: z.strictObject({
      helpful: z.boolean(),
      browser: described(uuid(), 'Drawn once by the browser; of no account where somebody is logged in.'),
    }),
    response: z.object({ helpful: z.boolean() }),
    errors: ['article_not_found', 'too_many_requests'],
  }),
} as const;
