/*
 * Imports an export (`exports.ts`), into this account or another, here or on another instance: profiles with
 * their links and pictures, and then each slice's part (`account-part.ts`). The same limits and checks apply
 * as to people. Ids are derived from the file, so importing it twice adds nothing the second time.
 */
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { GALLERY_PICTURES_MAX } from "#src/features/pages/links/blocks-contract.ts";
import { createLink, getLink } from "#src/features/pages/links/links.ts";
import { type ExportedPicture, listExportedPictures } from "#src/features/pages/media/exported-pictures.ts";
import { restorePicture } from "#src/features/pages/media/media.ts";
import { restoreVideo } from "#src/features/pages/media/video-uploads.ts";
import { updateProfile } from "#src/features/pages/profiles/profile-changes.ts";
import { createProfile, getProfile, setProfileStatus } from "#src/features/pages/profiles/profiles.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { FairQueue, QueueFull, TenantQueueFull } from "#src/lib/fair-queue.ts";
import { accountParts, type ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import type { Limit } from "#src/platform/limits.ts";
import { ACCOUNT_DATA_ERRORS, type Imported } from "./contract.ts";
import { accountImported } from "./events.ts";
import { type ExportedLink, type ExportedProfile, type ReadExport, readExport } from "./read-export.ts";

const RETRY_SECONDS = 60;

/** One at a time, because each takes a lot of memory. Waiting ones hold their file in memory. */
const queue = new FairQueue({ workers: 1, waitingMax: 5, waitingPerAccountMax: 1 });

export async function importInTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(account, work);
  } catch (error) {
    const detail = { data: { retry_after_s: RETRY_SECONDS } };
    if (error instanceof TenantQueueFull) throw failure(ACCOUNT_DATA_ERRORS, "IMPORT_WAITING", detail);
    if (error instanceof QueueFull) throw failure(ACCOUNT_DATA_ERRORS, "IMPORTS_BUSY", detail);
    throw error;
  }
}

const IMPORTS: Limit = { name: "account-data.import", attempts: 10, seconds: 3600 };
const PROBLEMS_MAX = 20;

type LinkFields = ExportedLink["fields"];

interface Import {
  file: ReadExport;
  report: Imported;
  startedAt: string;
  /** The URLs of pictures stored so far. Any number of links may show the same one. */
  pictures: Map<string, string | null>;
  /** What the export says about them, by their paths there. */
  known: ReadonlyMap<string, ExportedPicture>;
  profiles: Map<string, string>;
}

export async function importExport(ctx: Ctx, input: { file: File }): Promise<Imported> {
  const person = requirePerson(ctx);
  if (person.deletion_due_at !== null) throw failure(GENERAL_ERRORS, "ACCOUNT_CLOSED");
  return importInTurn(ctx.account, () => importNow(ctx, input));
}

async function importNow(ctx: Ctx, { file: upload }: { file: File }): Promise<Imported> {
  await ctx.limits.count(IMPORTS, ctx.account);
  const file = await readExport(await upload.bytes());
  if (!file) throw failure(ACCOUNT_DATA_ERRORS, "EXPORT_UNREADABLE");
  const report: Imported = { profiles: 0, links: 0, leads: 0, problems: [], unrestored: [] };
  const startedAt = ctx.now().toISOString();
  const known = await listExportedPictures(file);
  const job: Import = { file, report, startedAt, known, pictures: new Map(), profiles: new Map() };
  for (const profile of file.profiles) await importProfile(ctx, job, profile);
  await restoreParts(ctx, job);
  const { problems: _, unrestored: __, ...counts } = report;
  await ctx.write((ctx) => ctx.announce(accountImported, { subject: ctx.account, payload: counts }));
  return report;
}

/** Restores each slice's part, and reports the files that no slice restores. */
async function restoreParts(ctx: Ctx, job: Import): Promise<void> {
  const { file, report, profiles } = job;
  const ids = new Map<string, string>();
  const from: ExportReader = {
    account: file.account,
    instance: file.instance,
    rows: file.rows,
    file: file.file,
    profiles,
    ids,
    translated: (value) => replaceIds(value, [profiles, ids]),
    picture: async (path, { purpose, name }) =>
      (await importPicture(ctx, job, { of: name, path, purpose })) ?? undefined,
    trying: (what, work) => trying(report, what, work),
  };
  for (const part of accountParts().toReversed())
    report.leads += (await part.restore?.(ctx, from))?.leads ?? 0;
  const left = new Set<string>();
  for (const { exported } of accountParts().flatMap(({ tables }) => tables))
    if (exported?.unrestored && (await file.hasRows(exported.as))) left.add(exported.unrestored);
  report.unrestored.push(...left);
}

async function importProfile(ctx: Ctx, job: Import, profile: ExportedProfile): Promise<void> {
  const { file, report, startedAt } = job;
  const id = derivedId(ctx.account, file.exportedAt, profile.id);
  const { name, username, isOff, fields } = profile;
  const made =
    (await ifThere(() => getProfile(ctx, { id }))) ??
    (await trying(report, name, () => createProfile(ctx, { id, name })));
  if (!made) return;
  job.profiles.set(profile.id, id);
  if (made.created_at >= startedAt) report.profiles++;
  // An earlier import's profile may have been edited since.
  if (made.updated_at === made.created_at) {
    const pictures = await importPictures(ctx, job, profile);
    await trying(report, name, () => updateProfile(ctx, { ...fields, ...pictures, id }));
    // The username may be taken by now, even by another profile of this account.
    if (username !== made.username) await ifThere(() => updateProfile(ctx, { id, username }));
  }
  if (isOff && made.created_at >= startedAt) await setProfileStatus(ctx, { id, status: "inactive" });
  let isFull = false;
  for (const link of file.linksOf(profile.id)) {
    // Blocks don't count, so those further down still fit.
    if (isFull && (link.fields.kind ?? "link") === "link") continue;
    isFull = (await importLink(ctx, job, { link, profileId: id })) === "LINK_LIMIT" || isFull;
  }
}

/** Returns the error code, if it failed. */
async function importLink(
  ctx: Ctx,
  job: Import,
  { link, profileId }: { link: ExportedLink; profileId: string },
): Promise<string | undefined> {
  const { report, startedAt } = job;
  const id = derivedId(profileId, link.id);
  if (await ifThere(() => getLink(ctx, { id }))) return undefined;
  const { title = "", icon: path, parent_id } = link.fields;
  const icon = await importPicture(ctx, job, { of: title, path, purpose: "icon" });
  const pictures = await importBlockPictures(ctx, job, link.fields);
  const group = parent_id ? derivedId(profileId, parent_id) : null;
  const isGrouped = group !== null && (await ifThere(() => getLink(ctx, { id: group }))) !== undefined;
  const fields = {
    ...link.fields,
    ...(icon !== undefined && { icon }),
    ...pictures,
    parent_id: isGrouped ? group : null,
    id,
    profile_id: profileId,
  };
  let refusal: string | undefined;
  const made = await trying(report, title, () =>
    createNamedOrNot(ctx, fields).catch((error: unknown) => {
      refusal = (error as Failure).code;
      throw error;
    }),
  );
  if (made && made.created_at >= startedAt) report.links++;
  return refusal;
}

/** Adds a link under its short name, or without one if that's taken by now, as usernames are. */
async function createNamedOrNot(ctx: Ctx, fields: Parameters<typeof createLink>[1]) {
  return createLink(ctx, fields).catch((error: unknown) => {
    if (!(error instanceof Failure) || !error.code.startsWith("SHORT_NAME_")) throw error;
    return createLink(ctx, { ...fields, short_name: null });
  });
}

/** Returns a block's own picture, and its gallery, with the pictures' paths here. */
async function importBlockPictures(ctx: Ctx, job: Import, { title = "", picture_url, content }: LinkFields) {
  const here = async (path: unknown) =>
    typeof path === "string" ? importPicture(ctx, job, { of: title, path, purpose: "picture" }) : undefined;
  const own = await here(picture_url);
  const changes: Pick<LinkFields, "picture_url" | "content"> = {};
  if (own !== undefined) changes.picture_url = own;
  if (!Array.isArray(content?.pictures)) return changes;
  const pictures: unknown[] = [];
  for (const picture of content.pictures.slice(0, GALLERY_PICTURES_MAX)) {
    const url = await here(picture?.url);
    if (url !== null) pictures.push(url === undefined ? picture : { ...picture, url });
  }
  return { ...changes, content: { ...content, pictures } };
}

const PROFILE_PICTURES = {
  profile_picture_url: "avatar",
  background_image_url: "background",
  background_video_url: "video",
} as const;

async function importPictures(ctx: Ctx, job: Import, { name, fields }: ExportedProfile) {
  const pictures: Partial<Record<keyof typeof PROFILE_PICTURES, string | null>> = {};
  for (const field of Object.keys(PROFILE_PICTURES) as (keyof typeof PROFILE_PICTURES)[]) {
    const purpose = PROFILE_PICTURES[field];
    const url = await importPicture(ctx, job, { of: name, path: fields[field], purpose });
    if (url !== undefined) pictures[field] = url;
  }
  return pictures;
}

interface Picture {
  /** The name of the thing that it belongs to. */
  of: string;
  path: string | null | undefined;
  purpose: "avatar" | "background" | "icon" | "picture" | "video" | "mail";
}

/** A picture's URL here, or null if it's missing. Undefined for anything but a picture of the export's. */
async function importPicture(ctx: Ctx, job: Import, { of, path, purpose }: Picture) {
  const { file, report, pictures } = job;
  if (!path?.startsWith("/media/")) return undefined;
  const about = job.known.get(path);
  // Made for another place, it stays as it is: it may be in several.
  const made = about?.purpose ?? purpose;
  const kept = pictures.get(made + path);
  if (kept !== undefined) return kept;
  const content = await file.picture(path.slice("/media/".length));
  const restore = () =>
    content &&
    (made === "video"
      ? restoreVideo(ctx, { content, name: about?.name })
      : restorePicture(ctx, { content, purpose: made, about }));
  const url = (await trying(report, of, async () => restore()))?.url ?? null;
  pictures.set(made + path, url);
  return url;
}

/** Runs `work`, and reports a failure under the name of the thing that couldn't be imported. */
async function trying<T>(
  { problems }: Imported,
  what: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return work().catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    const isInTrash = error.code === "PROFILE_NOT_FOUND" || error.code === "LINK_NOT_FOUND";
    const problem = `${what}: ${isInTrash ? "You’ve deleted this since an earlier import." : error.message}`;
    if (problems.length < PROBLEMS_MAX && !problems.includes(problem)) problems.push(problem);
    return undefined;
  });
}

async function ifThere<T>(find: () => Promise<T>): Promise<T | undefined> {
  return find().catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  });
}

type Ids = readonly ReadonlyMap<string, string>[];

/**
 * Returns a JSON value with every id that a map contains replaced, at any depth, and without characters that
 * the database can't store.
 */
export function replaceIds<T>(value: T, ids: Ids): T {
  return walk(value, ids) as T;
}

function walk(value: unknown, ids: Ids): unknown {
  if (typeof value === "string")
    return ids.find((known) => known.has(value))?.get(value) ?? value.toWellFormed().replaceAll("\0", "");
  if (Array.isArray(value)) return value.map((one) => walk(one, ids));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.toWellFormed().replaceAll("\0", ""), walk(one, ids)]),
  );
}
