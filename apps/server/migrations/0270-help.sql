-- Misspelt words are found by the letters that they share with those that are written somewhere. It is a trusted extension: the owner of a database may have it.
create extension if not exists pg_trgm;

-- Articles of the help pages. Those of the software are files, and brought up to date at a start; what staff wrote or changed is theirs from then on.
create table help_articles (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  category text not null check (category in ('account', 'security', 'deposits', 'withdrawals', 'trading', 'swap', 'transparency')),
  -- In the order of the files; what staff add comes after them.
  place integer not null,
  related text[] not null default '{}',
  is_published boolean not null default true,
  -- The hash of the files that it was last made of. Null: there are none.
  source text,
  is_edited boolean not null default false,
  version integer not null default 1 check (version > 0),
  changed_at timestamptz not null default now(),
  changed_by uuid references users (id)
);

create table help_texts (
  article_id bigint not null references help_articles on delete cascade,
  language text not null check (language in ('en', 'es', 'ru', 'pt', 'fr', 'it')),
  title text not null,
  summary text not null,
  -- Markdown, and the same without its marks.
  body text not null,
  plain text not null,
  search tsvector not null generated always as (
    case language
      when 'es' then setweight(to_tsvector('spanish'::regconfig, title), 'A') || setweight(to_tsvector('spanish'::regconfig, summary), 'B') || to_tsvector('spanish'::regconfig, plain)
      when 'ru' then setweight(to_tsvector('russian'::regconfig, title), 'A') || setweight(to_tsvector('russian'::regconfig, summary), 'B') || to_tsvector('russian'::regconfig, plain)
      when 'pt' then setweight(to_tsvector('portuguese'::regconfig, title), 'A') || setweight(to_tsvector('portuguese'::regconfig, summary), 'B') || to_tsvector('portuguese'::regconfig, plain)
      when 'fr' then setweight(to_tsvector('french'::regconfig, title), 'A') || setweight(to_tsvector('french'::regconfig, summary), 'B') || to_tsvector('french'::regconfig, plain)
      when 'it' then setweight(to_tsvector('italian'::regconfig, title), 'A') || setweight(to_tsvector('italian'::regconfig, summary), 'B') || to_tsvector('italian'::regconfig, plain)
      else setweight(to_tsvector('english'::regconfig, title), 'A') || setweight(to_tsvector('english'::regconfig, summary), 'B') || to_tsvector('english'::regconfig, plain)
    end
  ) stored,
  primary key (article_id, language)
);
create index help_texts_search on help_texts using gin (search);

-- Every word that a published article has, once for each language: what a misspelt one may have been meant as, and what an unfinished one may become.
create table help_words (
  language text not null,
  word text not null,
  -- Without accents and in ASCII, as people may type it.
  folded text collate "C" not null,
  -- What the language's configuration makes of it. Null: it is too frequent to be searched for.
  lexeme text,
  primary key (language, word)
);
create index help_words_like on help_words using gin (folded gin_trgm_ops);
-- Those that share most with a word. Of short ones a swap of two letters leaves a quarter, which is less than the usual threshold.
create function help_words_like(wanted_language text, wanted text, most integer) returns table (word text, folded text)
language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  select word, folded from help_words
  where language = wanted_language and folded % wanted and lexeme is not null
  order by similarity(folded, wanted) desc, folded limit most
$$;
create index help_words_folded on help_words (language, folded);
create index help_words_lexeme on help_words (language, lexeme);

-- Whether an article helped: the last word of a user or a browser, known by a hash.
create table help_votes (
  article_id bigint not null references help_articles on delete cascade,
  voter text not null,
  is_helpful boolean not null,
  voted_at timestamptz not null,
  primary key (article_id, voter)
);
