import * as z from "zod";
import { findSendingStops } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { campaignPath, inAccount, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import type { CampaignState } from "./rules.ts";
import { findCampaign } from "./store.ts";

const oneCampaign = z.object({ account: z.string(), id: z.string() });
type OneCampaign = z.output<typeof oneCampaign>;

export const campaignHaltedMail: MailType<OneCampaign> = {
  template: "campaigns.halted",
  label: "Campaign paused",
  data: oneCampaign,
};

export const campaignMissedMail: MailType<OneCampaign> = {
  template: "campaigns.missed",
  label: "Campaign missed its time",
  data: oneCampaign,
};

export const campaignLateMail: MailType<OneCampaign> = {
  template: "campaigns.late",
  label: "Part of a campaign missed its time",
  data: oneCampaign,
};

export const campaignFailedMail: MailType<OneCampaign> = {
  template: "campaigns.failed",
  label: "Campaign couldn’t start",
  data: oneCampaign,
};

const oneAccount = z.object({ account: z.string() });

export const accountStoppedMail: MailType<z.output<typeof oneAccount>> = {
  template: "campaigns.account_stopped",
  label: "Sending stopped by staff",
  data: oneAccount,
};

export const campaignMails: MailHandler<Platform>[] = [
  mailHandler(campaignHaltedMail, (platform, about) =>
    writeAbout(platform, about, {
      state: "auto_paused",
      subject: (name) => `We paused “${name}”`,
      preview: "Too much went wrong while we sent it.",
      next: "Nobody gets it twice if you resume: those who have it are done, and the others wait.",
    }),
  ),
  mailHandler(campaignMissedMail, (platform, about) =>
    writeAbout(platform, about, {
      state: "missed",
      subject: (name) => `“${name}” missed its time`,
      preview: "The instance was down when it should have gone out.",
      next: "It hasn’t gone to anyone. Send it now, or choose another time.",
    }),
  ),
  mailHandler(campaignLateMail, (platform, about) =>
    writeAbout(platform, about, {
      state: "sending",
      subject: (name) => `Part of “${name}” missed its time`,
      preview: "The instance was down when some of your fans should have gotten it.",
      next: "They haven’t gotten it. Send it to them now, or leave them out.",
    }),
  ),
  mailHandler(campaignFailedMail, (platform, about) =>
    writeAbout(platform, about, {
      state: "failed",
      subject: (name) => `“${name}” couldn’t start`,
      preview: "Something kept it from being sent.",
      next: "It hasn’t gone to anyone. Fix that, then send it again.",
    }),
  ),
  mailHandler(accountStoppedMail, writeStopped),
];

async function writeStopped(
  { db, instance, settings }: Platform,
  { account }: z.output<typeof oneAccount>,
): Promise<Email | Unneeded> {
  const reason = (await findSendingStops(db, account)).staff?.staff_reason;
  const to = (await findPerson(db, account))?.email;
  if (reason == null || to === undefined) return { unneeded: "It had been allowed again by then." };
  return {
    to,
    subject: "We’ve stopped your e-mail",
    preview: "Nothing more goes out until we allow it again.",
    lines: ["Nothing more goes out until we allow it again. Your pages work as before."],
    details: [{ label: "Reason", value: reason }],
    action: {
      label: "See your campaigns",
      url: `${instance.publicUrl}${inAccount(PATHS.campaigns, account)}`,
    },
    footer: `You got this e-mail because your account on ${settings.get(INSTANCE_NAME)} sent a campaign.`,
  };
}

interface Words {
  state: CampaignState;
  subject(name: string): string;
  preview: string;
  next: string;
}

async function writeAbout(
  { db, instance, settings }: Platform,
  { account, id }: OneCampaign,
  { state, subject, preview, next }: Words,
): Promise<Email | Unneeded> {
  const campaign = await findCampaign(db, { user_id: account, id });
  const to = (await findPerson(db, account))?.email;
  if (campaign?.state !== state || to === undefined)
    return { unneeded: "The campaign had moved on by then." };
  return {
    to,
    subject: subject(campaign.name),
    preview,
    lines: [campaign.state_reason || preview, next],
    details: [{ label: "Campaign", value: campaign.name }],
    action: {
      label: "See the campaign",
      url: `${instance.publicUrl}${inAccount(campaignPath(id), account)}`,
    },
    footer: `You got this e-mail because your account on ${settings.get(INSTANCE_NAME)} has this campaign.`,
  };
}
