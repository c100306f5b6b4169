import { type QueryExecutorProvider, sql } from 'kysely';

export type PublicationStatus = 'waiting' | 'building' | 'built' | 'published' | 'failed';

export interface Publication {
  readonly id: string;
  readonly coin: string;
  readonly coinDecimals: number;
  readonly status: PublicationStatus;
  /** In percent. */
  readonly progress: number;
  readonly requestedBy: string | null;
  readonly reason: string | null;
  readonly failure: string | null;
  readonly createdAt: Date;
}

/** What is known of one whose tree is made. */
export interface BuiltPublication extends Publication {
  readonly height: number;
  readonly takenAt: Date;
  /** Of the unit in which the tree counts. */
  readonly decimals: number;
  readonly total: string;
  readonly inFlight: string;
  readonly leaves: number;
  readonly root: string;
  readonly digest: string;
  readonly bytes: number;
  readonly anchoredBatch: number | null;
  readonly publishedAt: Date | null;
}

const columns = sql`
  liability_publications.id, coin, coins.decimals as "coinDecimals", status, progress, requested_by as "requestedBy", reason, failure,
  liability_publications.created_at as "createdAt", height::float8 as height, taken_at as "takenAt",
  liability_publications.decimals, total::text as total, in_flight::text as "inFlight", leaves,
  encode(root, 'hex') as root, encode(digest, 'hex') as digest, bytes::float8 as bytes,
  anchored_batch::float8 as "anchoredBatch", published_at as "publishedAt"
`;
const source = sql`liability_publications join coins on coins.code = coin`;

export async function findPublication(
  db: QueryExecutorProvider,
  id: string,
): Promise<Publication | BuiltPublication | undefined> {
  const { rows } = await sql<BuiltPublication>`
    select ${columns} from ${source} where liability_publications.id = ${id}
  `.execute(db);
  return rows[0];
}

/** One that everybody may see. */
export async function findPublished(
  db: QueryExecutorProvider,
  id: string,
): Promise<BuiltPublication | undefined> {
  const { rows } = await sql<BuiltPublication>`
    select ${columns} from ${source} where liability_publications.id = ${id} and status = 'published'
  `.execute(db);
  return rows[0];
}

interface Listed {
  readonly coin?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Those that everybody may see, the newest first. */
export async function listPublished(
  db: QueryExecutorProvider,
  { coin, limit, offset }: Listed,
): Promise<BuiltPublication[]> {
  const { rows } = await sql<BuiltPublication>`
    select ${columns} from ${source}
    where status = 'published' and (${coin ?? null}::text is null or coin = ${coin ?? null})
    order by published_at desc, height desc, liability_publications.id limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}

/** All of them, for whoever had them made: the newest first. */
export async function listPublications(
  db: QueryExecutorProvider,
  { limit, offset }: Listed,
): Promise<(Publication | BuiltPublication)[]> {
  const { rows } = await sql<BuiltPublication>`
    select ${columns} from ${source}
    order by liability_publications.created_at desc, liability_publications.id limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}
