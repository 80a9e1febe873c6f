import { and, eq, like, notInArray, or, type SQL, sql } from "drizzle-orm";
import { cleanText } from "#src/lib/text.ts";
import type { Db } from "#src/platform/db/database.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { countRows, type ListShape, type PageRequest, readPage, sortBy } from "#src/platform/db/list.ts";
import { type MediaKind, type PictureUse, USES_SHOWN } from "./library-contract.ts";
import { picturePlaces } from "./picture-places.ts";
import { MEDIA_BYTES, MEDIA_PATH_OF } from "./store.ts";
import { media } from "./tables.ts";

const PAGE_PICTURES = 48;

const SHAPE = {
  sorts: { created_at: sortBy(media.created_at) },
  tie: [media.id],
  usual: { sort: "created_at", order: "desc" },
} as const satisfies ListShape<"created_at">;

const COLUMNS = {
  id: media.id,
  content_type: media.content_type,
  name: media.name,
  alt_text: media.alt_text,
  width: media.width,
  height: media.height,
  focus: media.focus,
  created_at: media.created_at,
  bytes: MEDIA_BYTES,
};
export type PictureRow = Pick<
  typeof media.$inferSelect,
  "id" | "content_type" | "name" | "alt_text" | "width" | "height" | "focus" | "created_at"
> & { bytes: number };

/** Whose pictures somebody sees: the account's, or of those what they uploaded and what's on some profiles. */
export interface Sight {
  account: string;
  limits: { profileIds: readonly string[]; uploader: string | null } | null;
}

/** Without the people's own. */
function isSeen({ account, limits }: Sight): SQL | undefined {
  const own = sql`(select u.image from users u where u.id = ${account} and u.image is not null)`;
  return and(
    eq(media.user_id, account),
    sql`${media.purpose} is distinct from 'own'`,
    notInArray(MEDIA_PATH_OF, own),
    limits
      ? or(
          sql`${media.uploaded_by} = ${limits.uploader}`,
          sql`${MEDIA_PATH_OF} in (select path from (${placesOf({ account, limits })}) as shown)`,
        )
      : undefined,
  );
}

/** Everything that shows pictures, as far as somebody sees it. */
function placesOf({ account, limits }: Sight): SQL {
  const onProfiles = limits
    ? sql`and s.profile_id = any(${`{${limits.profileIds.join(",")}}`}::text[])`
    : sql``;
  return sql.join(
    picturePlaces().map(
      ({ kind, shown }) => sql`select ${kind}::text as kind, s.path, s.name, s.profile_id, s.is_deleted
        from (${shown}) as s where (s.account = ${account} or s.account is null) ${onProfiles}`,
    ),
    sql` union `,
  );
}

interface Request extends PageRequest<"created_at"> {
  kind?: MediaKind | undefined;
  search?: string | undefined;
}

export async function listPicturePage(db: Db, sight: Sight, request: Request) {
  const words = cleanText(request.search ?? "").replace(/[\\%_]/g, "\\$&");
  const pattern = `%${words}%`;
  const found = words
    ? sql`(${media.name} ilike ${pattern} or ${media.alt_text} ilike ${pattern})`
    : undefined;
  const isOfKind = like(media.content_type, request.kind === "video" ? "video/%" : "image/%");
  const where = and(isSeen(sight), isOfKind, found);
  const page = await readPage({ shape: SHAPE, request, rows: PAGE_PICTURES }, ({ key, after, ...rest }) =>
    db
      .select({ ...COLUMNS, key })
      .from(media)
      .where(and(where, after))
      .orderBy(...rest.orderBy)
      .limit(rest.limit),
  );
  return {
    ...page,
    rows: page.rows.map(({ key: _, ...row }) => row),
    ...(await countRows(db, media, where)),
  };
}

export async function findPictureRow(
  db: Db,
  { id, ...sight }: Sight & { id: string },
): Promise<PictureRow | undefined> {
  const [row] = await db
    .select(COLUMNS)
    .from(media)
    .where(and(isSeen(sight), eq(media.id, id)));
  return row;
}

interface FoundUse extends PictureUse {
  path: string;
  /** The number of all uses of this path. */
  of: number;
}

interface Uses extends Sight {
  paths: readonly string[];
}

export async function listPictureUses(db: Db, { paths, ...sight }: Uses): Promise<FoundUse[]> {
  if (paths.length === 0) return [];
  return rowsOf<FoundUse>(
    db,
    sql`select kind, path, name, profile_id, is_deleted, "of" from (
        select u.*, count(*) over (partition by path)::int as "of",
          row_number() over (partition by path order by is_deleted, kind = 'version', kind, name) as place
        from (${placesOf(sight)}) as u where ${isAmongPaths(paths)}) as ranked
      where place <= ${USES_SHOWN} order by path, place`,
  );
}

/** Counts them all, and those on other profiles than somebody may access. */
export async function countPictureUses(
  db: Db,
  { path, ...sight }: Sight & { path: string },
): Promise<{ uses: number; elsewhere: number }> {
  const countIn = async (seen: Sight) => {
    const [row] = await rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from (${placesOf(seen)}) as u where ${isAmongPaths([path])}`,
    );
    return row?.count ?? 0;
  };
  const uses = await countIn({ ...sight, limits: null });
  return { uses, elsewhere: sight.limits ? uses - (await countIn(sight)) : 0 };
}

const isAmongPaths = (paths: readonly string[]) =>
  sql`u.path in (${sql.join(
    paths.map((path) => sql`${path}`),
    sql`, `,
  )})`;

interface PictureKey {
  account: string;
  id: string;
}

export async function updateAltText(
  db: Db,
  { account, id, alt_text }: PictureKey & { alt_text: string },
): Promise<void> {
  await db
    .update(media)
    .set({ alt_text })
    .where(and(eq(media.user_id, account), eq(media.id, id)));
}

export async function deletePictureRow(db: Db, { account, id }: PictureKey): Promise<void> {
  await db.delete(media).where(and(eq(media.user_id, account), eq(media.id, id)));
}
