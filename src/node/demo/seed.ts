import { captureLead } from "#src/features/audience/leads/leads.ts";
import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import { importEvents } from "#src/features/insights/clicks/import.ts";
import { compactRollups } from "#src/features/insights/clicks/rollups.ts";
import { createLink } from "#src/features/pages/links/links.ts";
import { uploadPicture } from "#src/features/pages/media/media.ts";
import { updateProfile } from "#src/features/pages/profiles/profile-changes.ts";
import { createProfile } from "#src/features/pages/profiles/profiles.ts";
import { Failure } from "#src/lib/errors.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx, visitorCtx } from "#src/platform/context.ts";
import { insertInstanceValue, listInstanceValueNames } from "#src/platform/key-value-store.ts";
import { openSendingAccount, seedAccount } from "./account.ts";
import { CREATORS, type Creator } from "./creators.ts";
import { DEMO_OWNER, NOBODY } from "./owner.ts";
import { type Drawing, drawPicture } from "./pictures.ts";
import { makeTraffic, TRAFFIC_DAYS } from "./traffic.ts";

/** Marks that everything around the pages is complete. */
const ACCOUNT = "account";
/** The prefix of a creator's id in the name of the value that marks them as complete. */
const FINISHED = "demo ";

export interface Demo {
  platform: Platform;
  auth: Auth;
  days?: number;
  /** The port of the mail server that accepts its campaigns. */
  sinkPort: number;
  /** Called before the work begins, if there is any. */
  onBegin?(): void;
}

/**
 * Adds the creators that no earlier start has completed. Pages are created by the verbs that people use, with
 * fixed ids, so that an interrupted start can continue. A creator's visits and the mark that it's complete
 * are written together.
 */
export async function seedDemo({
  platform,
  auth,
  days = TRAFFIC_DAYS,
  sinkPort,
  onBegin,
}: Demo): Promise<void> {
  const finished = await listInstanceValueNames(platform.db, FINISHED);
  const missing = CREATORS.filter(({ id }) => !finished.includes(FINISHED + id));
  const isFilled = finished.includes(FINISHED + ACCOUNT);
  if (missing.length > 0 || !isFilled) onBegin?.();
  const ctx = systemCtx(platform, { job: "demo", account: await auth.ensureAccount(DEMO_OWNER) });
  if (missing.length > 0) await fillPages(ctx, { missing, days, auth });
  if (isFilled) return openSendingAccount(ctx, sinkPort);
  await seedAccount({ ctx, auth, daysAgo: days + 1, sinkPort });
  await insertInstanceValue(ctx.db, FINISHED + ACCOUNT, "filled");
}

async function fillPages(
  ctx: Ctx,
  { missing, days, auth }: { missing: readonly Creator[]; days: number; auth: Auth },
): Promise<void> {
  // All pictures are drawn before the first upload. From then on, nothing in this process reads SVG.
  const pages: Page[] = [];
  for (const creator of missing) pages.push(await openPage(before(ctx, days, creator), creator));
  for (const page of pages) {
    if (page.drawn) await fillPage(page, page.drawn);
    const { creator } = page;
    await signUpFans(ctx, creator);
    const events = makeTraffic({ creator, user_id: ctx.account, now: ctx.now(), days });
    await ctx.write(async (ctx) => {
      await importEvents(ctx, creator.id, events);
      await insertInstanceValue(ctx.db, FINISHED + creator.id, "filled");
    });
  }
  await compactRollups(ctx);
  await auth.links.confirm({ id: ctx.account, emailVerified: false });
}

type Drawn = Map<Drawing, File>;

interface Page {
  /** The owner's context on the day the page was created. */
  past: Ctx;
  creator: Creator;
  /** The pictures it needs, or undefined if an earlier start has completed it. */
  drawn: Drawn | undefined;
}

/**
 * The pages were created on consecutive days before their first visits. The one listed first was created
 * last.
 */
function before(ctx: Ctx, days: number, creator: Creator): Ctx {
  const daysAgo = days + 1 + CREATORS.indexOf(creator);
  return { ...ctx, now: () => new Date(ctx.now().getTime() - daysAgo * DAY_MS) };
}

async function openPage(past: Ctx, creator: Creator): Promise<Page> {
  const { id, name, notes, picture, links } = creator;
  const profile = await createProfile(past, { id, name, notes });
  if (profile.profile_picture_url) return { past, creator, drawn: undefined };
  const drawn: Drawn = new Map([[picture, await drawPicture(picture)]]);
  for (const { icon } of links) {
    if (typeof icon === "object") drawn.set(icon.drawing, await drawPicture(icon.drawing));
  }
  return { past, creator, drawn };
}

/** The profile's picture comes last, so a page that has one is complete. */
async function fillPage({ past, creator }: Page, drawn: Drawn): Promise<void> {
  const upload = async (drawing: Drawing, purpose: "avatar" | "icon") => {
    const file = drawn.get(drawing);
    return file && (await uploadPicture(past, { file, purpose })).url;
  };
  const { id, bio, theme, settings, socials, links, picture } = creator;
  for (const { id: link, title, description, url, icon } of links) {
    const shown = typeof icon === "object" ? await upload(icon.drawing, "icon") : icon;
    const looks = { description, icon: shown, show_icon: true, is_visible: true };
    await createLink(past, { id: link, profile_id: id, title, url, ...looks });
  }
  await updateProfile(past, {
    id,
    public_notes: bio,
    theme_settings: theme,
    social_platforms: socials,
    ...settings,
    profile_picture_url: await upload(picture, "avatar"),
  });
}

/** Signs up the fans, each on their day, through the form's own verb. */
async function signUpFans(ctx: Ctx, { id, leads }: Creator): Promise<void> {
  for (const { name, email, daysAgo } of leads) {
    const now = () => new Date(ctx.now().getTime() - daysAgo * DAY_MS);
    const then = visitorCtx({ ...ctx, now }, NOBODY);
    await captureLead(then, { p_profile_id: id, p_name: name, p_email: email }).catch((error: unknown) => {
      // An earlier, interrupted start has already signed them up.
      if (!(error instanceof Failure && error.code === "23505")) throw error;
    });
  }
}
