import type { Campaign } from "#src/features/campaigns/contract.ts";

/** What the steps change. */
export type CampaignForm = Pick<
  Campaign,
  "mailbox_id" | "from_name" | "template_id" | "subject" | "html" | "audience" | "is_tracked"
>;

export function formOf(campaign: Campaign): CampaignForm {
  const { mailbox_id, from_name, template_id, subject, html, audience, is_tracked } = campaign;
  return { mailbox_id, from_name, template_id, subject, html, audience, is_tracked };
}

export interface StepProps {
  form: CampaignForm;
  onChange: (part: Partial<CampaignForm>) => void;
}
