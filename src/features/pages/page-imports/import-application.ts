/* Writes what was chosen of a page: links in their order, the profile's texts, and its look. */
import type * as z from "zod";
import { requirePermission } from "#src/features/identity/team/team.ts";
import { createLinks } from "#src/features/pages/links/link-batches.ts";
import { isOwnPicture, isOwnVideo } from "#src/features/pages/media/rules.ts";
import { hasStoredVideo } from "#src/features/pages/media/video-uploads.ts";
import { type Profile, updateProfileSchema } from "#src/features/pages/profiles/contract.ts";
import { updateProfile } from "#src/features/pages/profiles/profile-changes.ts";
import { createProfile, getProfile } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import {
  type Applied,
  type applySchema,
  type ImportedItem,
  type ImportedPage,
  PAGE_IMPORT_ERRORS,
} from "./contract.ts";
import { pageImported } from "./events.ts";
import { requirePageImport } from "./page-imports.ts";
import { pictureCopyJob } from "./picture-copy-job.ts";
import { planRows, type RowPlan } from "./row-plan.ts";
import { leadsSomewhere, linkKey } from "./rules.ts";
import { lockPageImport, updatePageImport } from "./store.ts";
import type { WantedPicture } from "./tables.ts";

type Input = z.output<typeof applySchema>;
type ProfileChanges = Omit<z.output<typeof updateProfileSchema>, "id">;

/**
 * Imports what was chosen. Links that the profile has already stay as they are, so that importing a page again adds what's
 * new there and nothing twice.
 */
export async function applyPageImport(ctx: Ctx, input: Input): Promise<Applied> {
  const { id, page } = await requirePageImport(ctx, input.id);
  if (!input.is_mine) throw failure(PAGE_IMPORT_ERRORS, "NOT_CONFIRMED");
  const wantsProfile = input.profile_id === null || input.socials || input.bio || input.picture || input.look;
  if (wantsProfile) requirePermission(ctx, "profiles.edit");
  const profile = await findOrCreateProfile(ctx, { importId: id, page, input });
  const chosen = chosenItems(page, input.items);
  return ctx.write(async (ctx) => {
    const job = ctx.newId();
    const { added, known, pictures } = await addLinks(ctx, { profile, page, chosen, job });
    const { background_video_url: video, ...changes } = profileChanges(profile, page, input);
    // One that's gone meanwhile leaves the picture that stood in for it.
    if (video && (await hasStoredVideo(ctx, video))) Object.assign(changes, { background_video_url: video });
    if (Object.keys(changes).length > 0) await updateProfile(ctx, { ...changes, id: profile.id });
    if (
      input.picture &&
      page.picture !== null &&
      !isOwnPicture(page.picture) &&
      profile.profile_picture_url === null
    )
      pictures.unshift({ job, link_id: null, url: page.picture });
    await noteApplication(ctx, { id, profile_id: profile.id, pictures });
    await ctx.announce(pageImported, {
      subject: profile.id,
      payload: { service: page.service.key, links: added },
    });
    if (pictures.length > 0) {
      const follow = {
        account: ctx.account,
        id: job,
        permission: "links.edit",
        started_by: actorId(ctx),
      } as const;
      const data = { account: ctx.account, id: job, import_id: id, profile_id: profile.id };
      await ctx.enqueue(pictureCopyJob, data, { follow: { ...follow, total: pictures.length } });
    }
    const count = pictures.length;
    return { profile_id: profile.id, added, known, job: count === 0 ? null : job, pictures: count };
  });
}

interface Application {
  id: string;
  profile_id: string;
  pictures: readonly WantedPicture[];
}

/** What an import before this one still has to copy stays. */
async function noteApplication(ctx: Ctx, { id, profile_id, pictures }: Application): Promise<void> {
  const key = { account: ctx.account, id };
  const before = (await lockPageImport(ctx.db, key))?.pictures ?? [];
  const all = [...before, ...pictures];
  await updatePageImport(ctx.db, key, {
    profile_id,
    pictures: all,
    pictures_failed: all.length === 0 ? 0 : null,
  });
}

/** A new profile's id follows from the import's, so that sending the same twice makes one. */
export const profileIdOf = (importId: string) => derivedId(importId, "profile");

async function findOrCreateProfile(
  ctx: Ctx,
  { importId, page, input }: { importId: string; page: ImportedPage; input: Input },
): Promise<Profile> {
  if (input.profile_id !== null) return getProfile(ctx, { id: input.profile_id });
  const name = input.name?.trim() || page.name || "My page";
  return createProfile(ctx, { id: profileIdOf(importId), name });
}

/** Whatever is chosen of a group comes along in the group's place. */
function chosenItems({ items }: ImportedPage, keys: readonly string[] | undefined): ImportedItem[] {
  const wanted = keys && new Set(keys);
  return items.filter((item) => leadsSomewhere(item) && wanted?.has(item.key) !== false);
}

interface Addition {
  profile: Profile;
  page: ImportedPage;
  chosen: ImportedItem[];
  job: string;
}

async function addLinks(ctx: Ctx, { profile, page, chosen, job }: Addition) {
  let plan: RowPlan = { rows: [], fresh: [] };
  await createLinks(ctx, {
    profile_id: profile.id,
    choose(rows) {
      plan = planRows({ page, chosen, rows, newId: () => ctx.newId() });
      return plan.rows;
    },
  });
  const pictures = plan.fresh.flatMap(({ id, item: { picture } }): WantedPicture[] =>
    picture === null ? [] : [{ job, link_id: id, url: picture }],
  );
  return { added: plan.fresh.length, known: chosen.length - plan.fresh.length, pictures };
}

const OWN_FIELDS = updateProfileSchema.omit({ id: true, username: true, updated_at: true });

/** What the page says about its owner, without replacing what the profile has. */
function profileChanges(profile: Profile, page: ImportedPage, input: Input): ProfileChanges {
  const isNew = input.profile_id === null;
  if (page.own && isNew) {
    const own = OWN_FIELDS.safeParse(page.own);
    if (own.success) return ownChanges(own.data, input);
  }
  const changes: ProfileChanges = {};
  if (input.bio && page.bio !== null && !profile.public_notes) changes.public_notes = page.bio;
  if (input.look && page.look) changes.theme_settings = page.look;
  if (input.socials) {
    const known = new Set(profile.social_platforms.map(({ url }) => linkKey(url)));
    const fresh = page.socials.filter(({ url }) => !known.has(linkKey(url)));
    if (fresh.length > 0) changes.social_platforms = [...profile.social_platforms, ...fresh].slice(0, 50);
  }
  return changes;
}

/** An export of ours restores everything, as far as its pictures are still in this account. */
function ownChanges(own: ProfileChanges, { name, picture }: Input): ProfileChanges {
  const { profile_picture_url, background_image_url, background_video_url, name: ownName, ...rest } = own;
  return {
    ...rest,
    ...(name === undefined && ownName !== undefined ? { name: ownName } : {}),
    ...(picture && isOwnPicture(profile_picture_url) ? { profile_picture_url } : {}),
    ...(isOwnPicture(background_image_url) ? { background_image_url } : {}),
    ...(isOwnVideo(background_video_url) ? { background_video_url } : {}),
  };
}
