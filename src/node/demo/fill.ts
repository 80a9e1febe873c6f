import { sql } from "drizzle-orm";
import type { Auth } from "#src/features/accounts/auth.ts";
import { importEvents } from "#src/features/clicks/import.ts";
import { compactRollups } from "#src/features/clicks/rollups.ts";
import { captureLead } from "#src/features/leads/leads.ts";
import { createLink } from "#src/features/links/links.ts";
import { uploadPicture } from "#src/features/media/media.ts";
import { updateProfile } from "#src/features/profiles/changes.ts";
import { createProfile } from "#src/features/profiles/profiles.ts";
import { setPlans } from "#src/features/settings/settings.ts";
import { Failure } from "#src/lib/errors.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { CREATORS, type Creator } from "./creators.ts";
import { enterAsOwner, verifyOwner } from "./owner.ts";
import { type Drawing, drawPicture } from "./pictures.ts";
import { makeTraffic, TRAFFIC_DAYS } from "./traffic.ts";

export interface Demo {
  platform: Platform;
  auth: Auth;
  days?: number;
  /** Called before the work begins; not when there is none. */
  onBegin?(): void;
}

/**
 * Adds the creators that no earlier start has finished. Pages are made by the verbs that people use, under ids that
 * stay the same, so that one that was cut short is gone on with; its visits and the note that it is finished go in
 * together.
 */
export async function fillDemo({ platform, auth, days = TRAFFIC_DAYS, onBegin }: Demo): Promise<void> {
  const finished = await listFinished(platform.db);
  const missing = CREATORS.filter(({ id }) => !finished.has(id));
  if (missing.length === 0) return;
  onBegin?.();
  const ctx = await enterAsOwner({ platform, auth });
  // Whoever tries things out has room for more than the creators have.
  await setPlans(ctx, { plans: "off" });
  // All pictures are drawn before the first is uploaded: from then on nothing in this process reads SVG any more.
  const pages: Page[] = [];
  for (const creator of missing) pages.push(await openPage(before(ctx, days, creator), creator));
  for (const page of pages) {
    if (page.drawn) await fillPage(page, page.drawn);
    const { creator } = page;
    await signUpFans(ctx, creator);
    const events = makeTraffic({ creator, user_id: ctx.account, now: ctx.now(), days });
    await ctx.write(async (ctx) => {
      await importEvents(ctx, creator.id, events);
      await noteFinished(ctx.db, creator.id, ctx.now());
    });
  }
  await compactRollups(platform);
  await verifyOwner(ctx, auth);
}

type Drawn = Map<Drawing, File>;

interface Page {
  /** The owner on the day on which the page was made. */
  past: Ctx;
  creator: Creator;
  /** The pictures that it wants; none when an earlier start has made it whole. */
  drawn: Drawn | undefined;
}

/** The pages came one day after the other, before their first visits; the one that is listed first came last. */
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

/** The profile's picture comes last: a page that has one is whole. */
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

/** The fans who signed up, each on their day, through the form's own verb. */
async function signUpFans(ctx: Ctx, { id, leads }: Creator): Promise<void> {
  for (const { name, email, daysAgo } of leads) {
    const then = { ...ctx, now: () => new Date(ctx.now().getTime() - daysAgo * DAY_MS) };
    await captureLead(then, { p_profile_id: id, p_name: name, p_email: email }).catch((error: unknown) => {
      // An earlier start that was cut short has signed them up already.
      if (!(error instanceof Failure && error.code === "23505")) throw error;
    });
  }
}

const FINISHED = "demo ";

async function listFinished(db: Db): Promise<Set<string>> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select name from instance_values where name like ${`${FINISHED}%`}`,
  );
  return new Set(rows.map(({ name }) => name.slice(FINISHED.length)));
}

async function noteFinished(db: Db, id: string, now: Date): Promise<void> {
  await db.execute(
    sql`insert into instance_values (name, value, created_at)
        values (${FINISHED + id}, 'filled', ${now.toISOString()}::timestamptz)`,
  );
}
