/* A campaign's e-mail with the number of clicks on each of its links. */
import { requireCampaign } from "#src/features/email/campaigns/campaigns.ts";
import { findBatch } from "#src/features/email/delivery/delivery.ts";
import { ContentError } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import { renderer } from "#src/features/email/templates/render/render.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { ClickMap } from "./contract.ts";
import { withClicks } from "./rules.ts";
import { listLinkClicks } from "./store.ts";

/** An anonymous reader, so that only the common content is shown. */
const NOBODY = {
  id: "",
  email: "",
  name: "",
  first_name: "",
  phone: null,
  country: "",
  tags: [],
  fields: {},
};

export async function getClickMap(ctx: Ctx, { id }: { id: string }): Promise<ClickMap> {
  const { name, tracking, from_name, subject } = await requireCampaign(ctx, id);
  const batch = await findBatch(ctx.db, { user_id: ctx.account, id });
  if (!batch) return { name, subject, tracking, html: "", links: [] };
  const { snapshot } = batch;
  const rows = await listLinkClicks(ctx.db, { account: ctx.account, campaign_id: id });
  const byLink = new Map(rows.map(({ link, ...clicks }) => [link, clicks]));
  const links = snapshot.links.map((url, link) => ({
    url,
    clicks: 0,
    people: 0,
    machine_clicks: 0,
    ...byLink.get(link),
  }));
  const sender = { name: from_name, postal_address: snapshot.postal_address };
  let html = "";
  try {
    const nobodys = { contact: NOBODY, unsubscribe_url: "#", sender };
    html = (await renderer.run(ctx.account, "one", renderer.numbered(snapshot), nobodys)).html;
  } catch (error) {
    // Some e-mail can't be rendered for an anonymous reader. Its links still have their figures.
    if (!(error instanceof ContentError)) throw error;
  }
  return {
    name,
    subject: snapshot.subject,
    tracking,
    html: withClicks(
      html,
      links.map(({ clicks }) => clicks),
    ),
    links: links.toSorted((a, b) => b.clicks - a.clicks || b.machine_clicks - a.machine_clicks),
  };
}
