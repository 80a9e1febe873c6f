import * as z from "zod";
import { linkFieldsSchema } from "#src/features/pages/links/contract.ts";
import { updateProfileSchema } from "#src/features/pages/profiles/contract.ts";
import type { ExportReader } from "#src/platform/account-data-registry.ts";
import { eventLoopYielder } from "#src/platform/event-loop.ts";
import { jsonRows } from "#src/platform/json-rows.ts";
import { ZipArchive } from "#src/platform/unzip.ts";
import { EXPORT_FORMAT } from "./rules.ts";

/** A small archive could otherwise unpack to more than fits in memory. */
const JSON_BYTES_MAX = 64 * 1024 * 1024;
const VALUES_MAX = 4_000_000;
const ROW_BYTES_MAX = 1024 * 1024;
const ROWS_MOST = { rowBytes: ROW_BYTES_MAX, values: VALUES_MAX };
const ROWS_MAX = 250_000;
const PROFILES_MAX = 1000;
const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
const PICTURE_NAME = /^[0-9a-f-]+\.(?:webp|jpg|png|gif|mp4|webm)$/;

const FILE_BYTES_MAX = 25 * 1024 * 1024;

const aboutSchema = z.object({
  format: z.int().min(1).max(EXPORT_FORMAT),
  exported_at: z.iso.datetime(),
  instance: z.string().max(500),
  account: z.string().max(100),
});

const profileSchema = updateProfileSchema.omit({ id: true, username: true, updated_at: true }).extend({
  id: z.uuid(),
  name: z.string().max(20_000),
  username: z.string().max(100),
  status: z.string().optional(),
  deleted_at: z.string().nullable(),
  staff_hidden: z.unknown(),
});

const linkSchema = linkFieldsSchema.extend({
  id: z.uuid(),
  profile_id: z.uuid(),
  position: z.number(),
  deleted_at: z.string().nullable(),
  has_password: z.boolean().default(false),
  staff_hidden: z.unknown(),
});

export interface ExportedProfile {
  id: string;
  name: string;
  username: string;
  /** Pages that were turned off or hidden by staff, and drafts, which nobody saw. */
  isOff: boolean;
  fields: Omit<
    z.output<typeof profileSchema>,
    "id" | "name" | "username" | "status" | "deleted_at" | "staff_hidden"
  >;
}

export interface ExportedLink {
  id: string;
  fields: z.output<typeof linkFieldsSchema>;
}

/** The content of an export, except for the trash. */
export interface ReadExport {
  exportedAt: string;
  profiles: ExportedProfile[];
  linksOf(profileId: string): ExportedLink[];
  account: string;
  instance: string;
  rows: ExportReader["rows"];
  file: ExportReader["file"];
  picture(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  hasRows(name: string): Promise<boolean>;
}

/** Undefined for anything that isn't an export. Invalid rows are left out. */
export async function readExport(zip: Uint8Array): Promise<ReadExport | undefined> {
  const archive = await ZipArchive.open(zip);
  if (!archive) return undefined;
  const about = aboutSchema.safeParse(await jsonIn(archive, "account.json"));
  const profiles = await rowsIn(archive, "profiles.json", profileSchema);
  const links = await rowsIn(archive, "links.json", linkSchema);
  if (!about.success || !profiles || !links || (await countIn(archive, "leads.json")) === undefined)
    return undefined;
  const linksByProfile = Map.groupBy(links, ({ profile_id }) => profile_id);
  const { exported_at: exportedAt, account, instance } = about.data;
  return {
    exportedAt,
    account,
    instance,
    profiles: profiles
      .filter(({ deleted_at }) => deleted_at === null)
      .slice(0, PROFILES_MAX)
      .map(({ id, name, username, status, deleted_at: _, staff_hidden, ...fields }) => {
        return { id, name, username, isOff: status === "inactive" || Boolean(staff_hidden), fields };
      }),
    linksOf: (profileId) =>
      (linksByProfile.get(profileId) ?? [])
        .filter(({ deleted_at }) => deleted_at === null)
        .sort((one, other) => one.position - other.position)
        .map(
          ({ id, profile_id: _, position: __, deleted_at: ___, has_password, staff_hidden, ...fields }) => ({
            id,
            // No file holds passwords, and what was locked, or hidden by staff, mustn't be open to everyone.
            fields: has_password || staff_hidden ? { ...fields, is_visible: false } : fields,
          }),
        ),
    rows: async (name, row) => (await rowsIn(archive, `${name}.json`, row)) ?? [],
    hasRows: async (name) => ((await countIn(archive, `${name}.json`)) ?? 0) > 0,
    file: async (name) => archive.read(name, FILE_BYTES_MAX),
    picture: async (name) =>
      PICTURE_NAME.test(name) ? archive.read(`pictures/${name}`, PICTURE_BYTES_MAX) : undefined,
  };
}

/** Returns each id once, if rows have one. Undefined if the file is missing, damaged, or too large. */
async function rowsIn<Row>(
  archive: ZipArchive,
  name: string,
  row: z.ZodType<Row>,
): Promise<Row[] | undefined> {
  const known = new Map<unknown, Row>();
  // Buffered pieces arrive without a pause.
  const takeTurn = eventLoopYielder();
  let count = 0;
  try {
    for await (const rows of jsonRows(archive.pieces(name, JSON_BYTES_MAX), ROWS_MOST)) {
      if (count + rows.length > ROWS_MAX) return undefined;
      for (const [at, one] of rows.entries()) {
        await takeTurn();
        const parsed = row.safeParse(one);
        if (!parsed.success) continue;
        const id = (parsed.data as { id?: string }).id ?? count + at;
        if (!known.has(id)) known.set(id, parsed.data);
      }
      count += rows.length;
    }
  } catch {
    return undefined;
  }
  return [...known.values()];
}

/** Counts the rows. Undefined if the file is missing, damaged, or too large. */
async function countIn(archive: ZipArchive, name: string): Promise<number | undefined> {
  const takeTurn = eventLoopYielder();
  let count = 0;
  try {
    for await (const rows of jsonRows(archive.pieces(name, JSON_BYTES_MAX), ROWS_MOST)) {
      count += rows.length;
      await takeTurn();
    }
  } catch {
    return undefined;
  }
  return count;
}

async function jsonIn(archive: ZipArchive, name: string): Promise<unknown> {
  const text = await archive.read(name, ROW_BYTES_MAX);
  if (!text) return undefined;
  try {
    return JSON.parse(text.toString("utf8"));
  } catch {
    return undefined;
  }
}
