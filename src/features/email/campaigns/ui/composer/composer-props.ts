import type { GetInputPropsReturnType } from "@mantine/form";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import type { MailDraft } from "#src/features/email/templates/preview/draft-contract.ts";
import type { CampaignForm } from "../campaign-form.ts";
import type { ScheduleForm } from "../schedule/schedule-form.ts";
import type { FormChange } from "../use-campaign-form.ts";
import type { CampaignChecking } from "./use-campaign-check.ts";

/** What both forms of the composer share: one screen, and steps. */
export interface ComposerProps {
  campaign: Campaign;
  form: CampaignForm;
  onChange: (change: FormChange) => void;
  /** Of the field for the campaign's name. */
  nameProps: GetInputPropsReturnType;
  /** The e-mail as it's typed. Undefined while no template is chosen. */
  draft: MailDraft | undefined;
  when: ScheduleForm;
  onWhen: (when: ScheduleForm) => void;
  check: CampaignChecking;
  isSaved: boolean;
  failure: string | undefined;
}

/** Where a problem is fixed. */
export type ComposerPart = "audience" | "content";
