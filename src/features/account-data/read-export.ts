import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { importedLeadSchema } from "#src/features/leads/contract.ts";
import { linkFieldsSchema } from "#src/features/links/contract.ts";
import { updateProfileSchema } from "#src/features/profiles/contract.ts";
import { DEFAULT_THEME } from "#src/features/profiles/rules.ts";
import { jsonRows } from "#src/platform/json-rows.ts";
import { Archive } from "#src/platform/unzip.ts";
import { EXPORT_FORMAT } from "./rules.ts";

/** A small archive could otherwise unpack to more than fits in memory. */
const JSON_BYTES_MAX = 64 * 1024 * 1024;
const VALUES_MAX = 4_000_000;
const ROW_BYTES_MAX = 1024 * 1024;
const ROWS_MOST = { rowBytes: ROW_BYTES_MAX, values: VALUES_MAX };
const ROWS_MAX = 250_000;
const PROFILES_MAX = 1000;
const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
const PICTURE_NAME = /^[0-9a-f-]+\.(?:webp|jpg|png)$/;

const aboutSchema = z.object({ format: z.int().min(1).max(EXPORT_FORMAT), exported_at: z.iso.datetime() });

const profileSchema = updateProfileSchema.omit({ id: true, username: true, updated_at: true }).extend({
  id: z.uuid(),
  name: z.string().max(20_000),
  username: z.string().max(100),
  deleted_at: z.string().nullable(),
});

const linkSchema = linkFieldsSchema.extend({
  id: z.uuid(),
  profile_id: z.uuid(),
  position: z.number(),
  deleted_at: z.string().nullable(),
});

const leadSchema = importedLeadSchema.extend({ profile_id: z.uuid() });

export interface ExportedProfile {
  id: string;
  name: string;
  username: string;
  fields: Omit<z.output<typeof profileSchema>, "id" | "name" | "username" | "deleted_at">;
}

export interface ExportedLink {
  id: string;
  fields: z.output<typeof linkFieldsSchema>;
}

/** What's in an export, except what was in the trash. */
export interface ReadExport {
  exportedAt: string;
  profiles: ExportedProfile[];
  linksOf(profileId: string): ExportedLink[];
  leadsOf(profileId: string): z.output<typeof importedLeadSchema>[];
  /** A picture's bytes by its file name. */
  picture(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** Undefined for anything that isn't an export. Rows that make no sense are left out. */
export async function readExport(zip: Uint8Array): Promise<ReadExport | undefined> {
  const archive = await Archive.open(zip);
  if (!archive) return undefined;
  const about = aboutSchema.safeParse(await jsonIn(archive, "account.json"));
  const profiles = await rowsIn(archive, "profiles.json", profileSchema);
  const links = await rowsIn(archive, "links.json", linkSchema);
  const leads = await rowsIn(archive, "leads.json", leadSchema);
  if (!about.success || !profiles || !links || !leads) return undefined;
  const linksByProfile = Map.groupBy(links, ({ profile_id }) => profile_id);
  const leadsByProfile = Map.groupBy(leads, ({ profile_id }) => profile_id);
  return {
    exportedAt: about.data.exported_at,
    profiles: profiles
      .filter(({ deleted_at }) => deleted_at === null)
      .slice(0, PROFILES_MAX)
      .map(({ id, name, username, deleted_at: _, theme_settings: colors, ...others }) => {
        const theme_settings = about.data.format === 1 ? withoutFormerDefaults(colors) : colors;
        return { id, name, username, fields: { ...others, theme_settings } };
      }),
    linksOf: (profileId) =>
      (linksByProfile.get(profileId) ?? [])
        .filter(({ deleted_at }) => deleted_at === null)
        .sort((one, other) => one.position - other.position)
        .map(({ id, profile_id: _, position: __, deleted_at: ___, ...fields }) => ({ id, fields })),
    leadsOf: (profileId) => leadsByProfile.get(profileId) ?? [],
    picture: async (name) =>
      PICTURE_NAME.test(name) ? archive.read(`pictures/${name}`, PICTURE_BYTES_MAX) : undefined,
  };
}

type Colors = ExportedProfile["fields"]["theme_settings"];

/** White on a strong purple, which pages never showed, meant that nobody chose colors. */
function withoutFormerDefaults(colors: Colors): Colors {
  if (colors?.theme_color?.toLowerCase() !== "#6d28d9") return colors;
  const { theme_color, text_color } = DEFAULT_THEME;
  const isText = colors.text_color?.toLowerCase() === "#ffffff";
  return { ...colors, theme_color, ...(isText && { text_color }) };
}

/** Each id once. Undefined if the file is missing, damaged, or too large. */
async function rowsIn<Row extends z.ZodType<{ id: string }>>(
  archive: Archive,
  name: string,
  row: Row,
): Promise<z.output<Row>[] | undefined> {
  const known = new Map<string, z.output<Row>>();
  let count = 0;
  try {
    for await (const rows of jsonRows(archive.pieces(name, JSON_BYTES_MAX), ROWS_MOST)) {
      count += rows.length;
      if (count > ROWS_MAX) return undefined;
      for (const one of rows) {
        const parsed = row.safeParse(one);
        if (parsed.success && !known.has(parsed.data.id)) known.set(parsed.data.id, parsed.data);
      }
      // Pieces that are there already come without a pause.
      await setImmediate();
    }
  } catch {
    return undefined;
  }
  return [...known.values()];
}

async function jsonIn(archive: Archive, name: string): Promise<unknown> {
  const text = await archive.read(name, ROW_BYTES_MAX);
  if (!text) return undefined;
  try {
    return JSON.parse(text.toString("utf8"));
  } catch {
    return undefined;
  }
}
