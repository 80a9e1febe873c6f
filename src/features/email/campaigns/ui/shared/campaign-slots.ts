import { type ComponentType, createContext, type ReactNode } from "react";
import type { MailDraft } from "#src/features/email/templates/preview/draft-contract.ts";
import type { MailSender, WrittenMail } from "#src/features/email/templates/ui/shared/written-mail.ts";

/** Parts of a campaign's screens that belong to later slices; `browser/` provides them as one object. */
export const CampaignSlots = createContext<{
  /** In the composer: other versions of the e-mail. */
  TestVersions?: ComponentType<{
    campaignId: string;
    recipients: number | undefined;
    mail: WrittenMail & MailSender;
  }>;
  /** Before it's sent: what each of its versions says. Without a test, what's inside. */
  VersionsLook?: ComponentType<{ campaignId: string; draft: MailDraft; children: ReactNode }>;
  /** On a campaign that has started: what its test says. */
  CampaignTestNote?: ComponentType<{ campaignId: string }>;
}>({});
