import * as z from "zod";
import { findMailCap, upsertMailCap } from "#src/features/email/delivery/delivery.ts";
import { attachmentSchema } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { restoreFiles, withPictures } from "#src/features/email/templates/library/library.ts";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { rulesSchema } from "./approval/approval-contract.ts";
import { findRules, upsertRules } from "./approval/approval-store.ts";
import { createCampaign } from "./campaigns.ts";
import { createCampaignSchema } from "./contract.ts";
import { EDITABLE_STATES } from "./rules.ts";
import { mailCapSchema } from "./schedule/schedule-contract.ts";
import { CAMPAIGN_SNAPSHOT, findCampaign } from "./store.ts";
import { campaignSeries, campaignSettings, campaigns, firstCampaigns } from "./tables.ts";

const SENT =
  "Campaigns that went out, and what came of them: they’re the other account’s. They’re in the file for reading.";

export const campaignsPart: AccountPart = {
  tables: [
    {
      table: campaigns,
      by: { account: campaigns.user_id },
      label: "Campaigns",
      exported: {
        as: "campaigns",
        id: campaigns.id,
        isLong: true,
        computed: { snapshot: CAMPAIGN_SNAPSHOT },
        without: ["user_id", "created_by", "approval_asked_by", "approved_by", "approved_hash"],
      },
    },
    {
      table: campaignSettings,
      by: { account: campaignSettings.user_id },
      exported: { as: "campaign-settings", id: campaignSettings.user_id, without: ["user_id"] },
    },
    {
      table: campaignSeries,
      by: { account: campaignSeries.user_id },
      exported: {
        as: "campaign-series",
        id: campaignSeries.id,
        without: ["user_id"],
        unrestored: "Repeating campaigns: nothing goes out by itself after an import. Schedule them again.",
      },
    },
    {
      table: firstCampaigns,
      by: { account: firstCampaigns.user_id },
      exported: { as: "first-campaign", id: firstCampaigns.id, without: ["user_id"], unrestored: SENT },
    },
  ],
  restore: restoreCampaigns,
  people: [campaigns.created_by, campaigns.approval_asked_by, campaigns.approved_by],
};

const exportedCampaign = createCampaignSchema
  .pick({
    name: true,
    from_name: true,
    mode: true,
    template_id: true,
    subject: true,
    preheader: true,
    html: true,
    blocks: true,
    theme: true,
    audience: true,
    topic: true,
    tracking: true,
  })
  .extend({ id: z.uuid(), state: z.string(), attachments: z.array(attachmentSchema).default([]) });

/** Unsent campaigns are restored as drafts: an import never sends anything. */
async function restoreCampaigns(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const user_id = ctx.account;
  for (const { state, id, attachments: named, ...campaign } of await from.rows(
    "campaigns",
    exportedCampaign,
  )) {
    if (!EDITABLE_STATES.some((one) => one === state)) continue;
    const own = derivedId(user_id, id);
    if ((await findCampaign(ctx.db, { user_id, id })) ?? (await findCampaign(ctx.db, { user_id, id: own })))
      continue;
    const { name } = campaign;
    const attachments = await restoreFiles(ctx, from, { of: name, named });
    const written = await withPictures(ctx, from, { of: name, written: campaign });
    await from.trying(name, () => createCampaign(ctx, { ...written, attachments, id: own }));
  }
  const [rules] = await from.rows("campaign-settings", rulesSchema);
  const [cap] = await from.rows("mail-limits", mailCapSchema);
  await ctx.write(async (ctx) => {
    const own = await findMailCap(ctx.db, user_id);
    if (cap && own.per_day === null && own.per_week === null) await upsertMailCap(ctx.db, user_id, cap);
    // An approval required on either side stays required.
    if (rules && (await findRules(ctx.db, user_id)).approval_above === null)
      await upsertRules(ctx.db, user_id, rules);
  });
}
