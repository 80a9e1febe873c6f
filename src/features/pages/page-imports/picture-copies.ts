/* Copies the pictures of an imported page, a few at a time, and puts each where it belongs as soon as it's here. */
import type * as z from "zod";
import { getLink, updateLink } from "#src/features/pages/links/links.ts";
import { copyPicture } from "#src/features/pages/media/media.ts";
import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import { updateProfile } from "#src/features/pages/profiles/profile-changes.ts";
import { getProfile } from "#src/features/pages/profiles/profiles.ts";
import { Failure } from "#src/lib/errors.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { pictureCopyJob } from "./picture-copy-job.ts";
import { findPageImport, lockPageImport, updatePageImport } from "./store.ts";
import type { WantedPicture } from "./tables.ts";

/** As many as `media` fetches at a time, and a few that wait for their turn. */
const AT_ONCE = 6;

const PICTURES: Limit = { name: "page-import.pictures", attempts: 1500, seconds: 86_400 };

type Data = z.output<typeof pictureCopyJob.data>;

/** The job. After an interruption, it goes on with what has no picture yet. */
export async function copyPictures(platform: Platform, data: Data): Promise<void> {
  const ctx = systemCtx(platform, { job: pictureCopyJob.name, account: data.account });
  const key = { account: data.account, id: data.import_id };
  const row = await findPageImport(ctx.db, key);
  const waiting = (row?.pictures ?? []).filter(({ job }) => job === data.id);
  let failed = 0;
  const work = async () => {
    for (let wanted = waiting.shift(); wanted !== undefined; wanted = waiting.shift()) {
      ctx.abortSignal.throwIfAborted();
      if (!(await copyOne(ctx, wanted, data.profile_id))) failed++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await ctx.write(async (ctx) => {
    const { pictures = [] } = (await lockPageImport(ctx.db, key)) ?? {};
    await updatePageImport(ctx.db, key, {
      pictures: pictures.filter(({ job }) => job !== data.id),
      pictures_failed: failed,
    });
  });
}

async function copyOne(ctx: Ctx, wanted: WantedPicture, profileId: string): Promise<boolean> {
  const { account } = ctx;
  if (await hasPicture(ctx, wanted, profileId)) return true;
  const purpose = wanted.link_id === null ? "avatar" : "icon";
  const count = () => ctx.limits.count(PICTURES, account);
  const copied = await orFailure(copyPicture(ctx, wanted.url, { purpose, account, count }));
  const url = copied?.ok ? copied.url : undefined;
  return ctx.write(async (ctx) => {
    await ctx.progress(1);
    return url !== undefined && (await orFailure(show(ctx, { wanted, profileId, url }))) !== undefined;
  });
}

/** A link or profile that's gone meanwhile needs no picture anymore. */
async function hasPicture(ctx: Ctx, { link_id }: WantedPicture, profileId: string): Promise<boolean> {
  const shown =
    link_id === null
      ? orFailure(getProfile(ctx, { id: profileId })).then((profile) => profile?.profile_picture_url)
      : orFailure(getLink(ctx, { id: link_id })).then((link) => link?.icon);
  return isOwnPicture(await shown);
}

interface Copied {
  wanted: WantedPicture;
  profileId: string;
  url: string;
}

function show(ctx: Ctx, { wanted: { link_id: id }, profileId, url }: Copied): Promise<unknown> {
  return id === null
    ? updateProfile(ctx, { id: profileId, profile_picture_url: url })
    : updateLink(ctx, { id, icon: url, show_icon: true });
}

/** What's refused for one picture must not keep the others from coming. */
async function orFailure<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  });
}
