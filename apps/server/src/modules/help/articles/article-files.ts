import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMarkdown, plainTextOf } from '@emporion/contracts/markdown';
import { type ArticleText, type HelpCategory, languages } from '@emporion/contracts/rest';
import { folders } from '#platform/folders.ts';

export type Texts = Readonly<{ en: ArticleText } & Partial<Record<(typeof languages)[number], ArticleText>>>;

/** An article of the software, as its files have it. */
export interface ArticleFile {
  readonly slug: string;
  readonly category: HelpCategory;
  readonly related: readonly string[];
  readonly place: number;
  readonly texts: Texts;
  /** Changes with anything of it. */
  readonly source: string;
}

type Listed = Pick<ArticleFile, 'slug' | 'category' | 'related'>;

/** `apps/server/help`: the list of articles in their order, and a folder for each with a file for each language. */
export function readArticleFiles(folder = folders.help): ArticleFile[] {
  const listed: Listed[] = JSON.parse(readFileSync(join(folder, 'articles.json'), 'utf8'));
  return listed.map(({ slug, category, related }, place) => {
    const texts = Object.fromEntries(
      languages
        .map((language) => [language, join(folder, slug, `${language}.md`)] as const)
        .filter(([, file]) => existsSync(file))
        .map(([language, file]) => [language, textOf(readFileSync(file, 'utf8'), file)]),
    ) as Partial<Texts>;
    const { en } = texts;
    if (en === undefined) throw new Error(`The help article ${slug} has no English text.`);
    const article = { slug, category, related, place, texts: { ...texts, en } };
    const source = createHash('sha256').update(JSON.stringify(article)).digest('hex');
    return { ...article, source };
  });
}

/** `# Title`, a paragraph that says it in short, and the rest. */
function textOf(file: string, path: string): ArticleText {
  const [heading = '', summary = '', ...body] = file.trim().split('\n\n');
  const title = /^# ([^\n]+)$/.exec(heading)?.[1];
  if (title === undefined || summary.includes('\n') || summary.startsWith('#') || body.length === 0)
    throw new Error(`${path} does not begin with a title and one paragraph.`);
  // It also stands in lists and results, where nothing within it could be pressed.
  return { title, summary: plainTextOf(parseMarkdown(summary)), body: body.join('\n\n') };
}
