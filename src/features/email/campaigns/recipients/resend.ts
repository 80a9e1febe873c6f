/* A second attempt for people who didn't open a campaign. */
import { findBatch } from "#src/features/email/delivery/delivery.ts";
import { failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import { addHours } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { addCampaign, requireCampaign } from "../campaigns.ts";
import { CAMPAIGN_ERRORS, type Campaign } from "../contract.ts";
import { RESEND_HOURS_MIN, saidBy } from "../rules.ts";
import { SCHEDULE_ERRORS } from "../schedule/schedule-contract.ts";
import { cleanForm } from "../submitted-form.ts";

interface Asked {
  id: string;
  subject: string;
  new_id?: string | undefined;
}

/** Adds a draft with another subject, for recipients of a campaign without any sign that they opened it. */
export async function resendCampaign(ctx: Ctx, { id, subject, new_id }: Asked): Promise<Campaign> {
  const row = await requireCampaign(ctx, id);
  const wanted = cleanForm({ subject }).subject ?? "";
  if (row.state !== "sent") throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
  if (row.tracking !== "each") throw failure(SCHEDULE_ERRORS, "RESEND_UNTRACKED");
  if ((row.ended_at ?? "") > addHours(ctx.now(), -RESEND_HOURS_MIN))
    throw failure(SCHEDULE_ERRORS, "RESEND_EARLY");
  const batch = await findBatch(ctx.db, { user_id: ctx.account, id });
  if (isBlank(wanted) || wanted === batch?.snapshot.subject) throw failure(SCHEDULE_ERRORS, "RESEND_SUBJECT");
  const { name, mailbox_id, mailbox_share, more_mailboxes, from_name, audience, topic } = row;
  const said = {
    ...saidBy(row),
    name: `${name}, again`,
    subject: wanted,
    mailbox_id,
    mailbox_share,
    more_mailboxes,
    from_name,
    audience,
    topic,
  };
  return addCampaign(ctx, { ...said, ...(new_id !== undefined && { id: new_id }) }, { resend_of: id });
}
