import type * as z from "zod";
import { hasRolePermission } from "#src/features/identity/team/team.ts";
import { ensureStoredPicture } from "#src/features/pages/media/media.ts";
import { hasStoredVideo } from "#src/features/pages/media/video-uploads.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { isSameTime } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import {
  BIO_CHARS_MAX,
  NAME_CHARS_MAX,
  PROFILE_ERRORS,
  type Profile,
  type updateProfileSchema,
} from "./contract.ts";
import { profileRenamed, profileUpdated } from "./events.ts";
import { checkSocial, parseSocialPlatforms, type SocialPlatform, socialError } from "./page/socials.ts";
import { parsePageSettings } from "./page-settings/page-settings.ts";
import {
  cleanName,
  lockProfileInAccount,
  type ProfileRow,
  requireProfile,
  saveProfile,
  toProfile,
} from "./profiles.ts";
import { cleanLine, cleanOptional } from "./rules.ts";
import { parseTheme } from "./theme-changes.ts";
import { assignUsername, countRename, requireValidUsername } from "./usernames/usernames.ts";

type UpdateInput = z.output<typeof updateProfileSchema>;
type Changes = Partial<
  Omit<
    Profile,
    | "id"
    | "user_id"
    | "status"
    | "is_active"
    | "link_count"
    | "restorable_until"
    | "staff_hidden"
    | "staff_adult"
  >
>;

const PURPOSES = { profile_picture_url: "avatar", background_image_url: "background" } as const;
type PictureField = keyof typeof PURPOSES;
type Pictures = Partial<Record<PictureField, string | null>>;

/** Changes a profile. Absent fields stay. The same form sent twice changes it once. */
export async function updateProfile(ctx: Ctx, input: UpdateInput): Promise<Profile> {
  if (input.username !== undefined) requireValidUsername(input.username);
  const written = { ...parseTexts(input), ...parseSocials(input.social_platforms) };
  const theme = parseTheme(input.theme_settings);
  const { profile_picture_url, background_image_url } = await storePictures(ctx, input);
  const background_video_url = await readVideo(ctx, input);
  if (input.username !== undefined) await countRename(ctx, { id: input.id, username: input.username });
  return ctx.write(async (ctx) => {
    const row = await lockProfileInAccount(ctx, input.id);
    const current = toProfile(row);
    const changes = differences(current, {
      ...written,
      theme_settings: { ...current.theme_settings, ...theme },
      ...(profile_picture_url === undefined ? {} : { profile_picture_url }),
      ...parsePageSettings({ ...input, background_image_url, background_video_url }, current),
    });
    if (Object.keys(changes).length === 0) return current;
    if (PIXELS.some((field) => field in changes) && !hasRolePermission(ctx, "connections.manage"))
      throw failure(GENERAL_ERRORS, "FORBIDDEN", {
        message: "Only the owner and admins can change a page’s pixels.",
      });
    if (input.updated_at !== undefined && !isSameTime(input.updated_at, current.updated_at)) {
      throw failure(PROFILE_ERRORS, "CHANGED_MEANWHILE", { data: current });
    }
    const { username } = changes;
    const named = username === undefined ? {} : await assignUsername(ctx, { row, username });
    await announceChanges(ctx, row, changes);
    return toProfile(await saveProfile(ctx, { row, changes: { ...changes, ...named } }));
  });
}

/** Fields that send visitors' data to third parties. */
const PIXELS = ["facebook_pixel_id", "google_analytics_id"] as const satisfies (keyof Changes)[];

async function announceChanges(ctx: Ctx, { id, username }: ProfileRow, changes: Changes): Promise<void> {
  const { username: to, ...others } = changes;
  const fields = Object.keys(others);
  if (to !== undefined) await ctx.announce(profileRenamed, { subject: id, payload: { from: username, to } });
  if (fields.length > 0) await ctx.announce(profileUpdated, { subject: id, payload: { fields } });
}

/** Returns the part of `changes` that makes a difference. */
function differences(current: Profile, changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(current[field as keyof Changes]),
    ),
  );
}

function parseTexts(input: UpdateInput): Changes {
  const changes: Changes = {};
  if (input.name !== undefined) changes.name = cleanName(input.name);
  if (input.username !== undefined) changes.username = input.username;
  if (input.notes !== undefined) changes.notes = cleanOptional(input.notes);
  if (input.display_name !== undefined) changes.display_name = cleanLine(input.display_name, NAME_CHARS_MAX);
  if (input.public_notes !== undefined)
    changes.public_notes = cleanOptional(input.public_notes, BIO_CHARS_MAX);
  return changes;
}

/** Drops entries without a URL (spec §9). A dangerous URL is rejected, naming its platform. */
function parseSocials(entries: UpdateInput["social_platforms"]): Changes {
  if (entries === undefined) return {};
  const kept = entries.flatMap(({ platform, url }): SocialPlatform[] => {
    const name = cleanText(platform, 40) || "website";
    const checked = checkSocial(name, url);
    if (checked.ok) return [{ platform: name, url: checked.url }];
    if (checked.reason === "empty") return [];
    const code = socialError(name, checked.reason);
    const message = `${name}: ${PROFILE_ERRORS[code].message}`;
    throw failure(PROFILE_ERRORS, code, { message, data: { platform: name } });
  });
  return { social_platforms: parseSocialPlatforms(kept) };
}

/**
 * Converts a profile form's pictures to their stored form. Those given by URL are fetched, so call this
 * before the transaction. One that's already stored stays untouched, so that a dead host doesn't block other
 * changes.
 */
async function storePictures(ctx: Ctx, input: Pictures & { id: string }): Promise<Pictures> {
  const fields = Object.keys(PURPOSES) as PictureField[];
  const given = fields.filter((field) => input[field] !== undefined);
  if (given.length === 0) return {};
  const stored = await requireProfile(ctx, input.id);
  const kept = given.map(async (field) => {
    const raw = input[field] ?? "";
    if (isBlank(raw)) return [field, null];
    return [field, raw === stored[field] ? raw : await storePicture(ctx, field, raw)];
  });
  return Object.fromEntries(await Promise.all(kept));
}

/** Returns a form's video as it's stored. As with pictures, one that's stored already stays. */
async function readVideo(ctx: Ctx, { id, background_video_url: raw }: UpdateInput) {
  if (raw === undefined) return undefined;
  const path = raw?.trim() ?? "";
  if (path === "") return null;
  const { background_video_url: stored } = await requireProfile(ctx, id);
  if (path === stored || (await hasStoredVideo(ctx, path))) return path;
  throw failure(PROFILE_ERRORS, "VIDEO_INVALID", { data: { field: "background_video_url" } });
}

async function storePicture(ctx: Ctx, field: PictureField, raw: string): Promise<string> {
  const kept = await ensureStoredPicture(ctx, raw, { purpose: PURPOSES[field], account: ctx.account });
  if (kept.ok) return kept.url;
  const data = { field };
  if (kept.reason === "not_copied") {
    throw failure(PROFILE_ERRORS, "PICTURE_NOT_COPIED", { message: kept.message, data });
  }
  throw failure(PROFILE_ERRORS, kept.reason === "dangerous" ? "URL_DANGEROUS" : "PICTURE_INVALID", { data });
}
