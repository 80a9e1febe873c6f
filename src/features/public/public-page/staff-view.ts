import { requirePageOfAnyone } from "#src/features/pages/profiles/staff-marks/staff-marks.ts";
import { failure } from "#src/lib/errors.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { PAGE_ERRORS } from "./contract.ts";
import { toPageView } from "./page/to-page-view.ts";
import { renderPage } from "./render/render.ts";
import { homeOf } from "./settings.ts";
import { findPage } from "./store.ts";

/**
 * A page as visitors see it, or would if it weren't hidden, for staff. It has no scripts, so it counts nothing, and its
 * links open nothing where windows are forbidden.
 */
export async function showPageToStaff(ctx: StaffCtx, { id }: { id: string }): Promise<{ html: string }> {
  const { username } = await requirePageOfAnyone(ctx, id);
  const row = await findPage(ctx.database, username);
  if (!row) throw failure(PAGE_ERRORS, "PROFILE_NOT_FOUND");
  const view = { ...toPageView(row, row.links), direct_link: null, facebook_pixel_id: null };
  const { html } = renderPage(view, { ...homeOf(ctx), scriptUrl: "" });
  return { html: html.replace("<head>", '<head><base target="_blank">') };
}
