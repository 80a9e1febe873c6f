import { type ComponentType, createContext } from "react";
import type { MailSender, WrittenMail } from "#src/features/email/templates/ui/shared/written-mail.ts";

/** Parts of a campaign's screens that belong to later slices; `browser/` provides them as one object. */
export const CampaignSlots = createContext<{
  /** In the composer: other versions of the e-mail. */
  TestVersions?: ComponentType<{
    campaignId: string;
    recipients: number | undefined;
    mail: WrittenMail & MailSender;
  }>;
  /** On a campaign that has started: what its test says. */
  CampaignTestNote?: ComponentType<{ campaignId: string }>;
}>({});
