import type { Campaign } from "#src/features/campaigns/contract.ts";

/** What the steps change. */
export type CampaignForm = Pick<
  Campaign,
  "mailbox_id" | "from_name" | "template_id" | "subject" | "html" | "audience" | "topic" | "tracking"
>;

export function formOf(campaign: Campaign): CampaignForm {
  const { mailbox_id, from_name, template_id, subject, html, audience, topic, tracking } = campaign;
  return { mailbox_id, from_name, template_id, subject, html, audience, topic, tracking };
}

interface Sender {
  id: string;
  is_ready: boolean;
  is_proven: boolean;
}

/** The account that a campaign goes out through if nobody chooses one: the only one that can send. */
export function onlyUsable(accounts: readonly Sender[]): string | undefined {
  const usable = accounts.filter(({ is_ready, is_proven }) => is_ready && is_proven);
  return usable.length === 1 ? usable[0]?.id : undefined;
}

export interface StepProps {
  form: CampaignForm;
  onChange: (part: Partial<CampaignForm>) => void;
}

/**
 * What two people made of the same form: each one's changes, and the fields that both changed in different ways.
 */
export function mergeForms(
  base: CampaignForm,
  mine: CampaignForm,
  theirs: CampaignForm,
): { form: CampaignForm; clashes: string[] } {
  const fields = Object.keys(base) as (keyof CampaignForm)[];
  const isSame = (one: CampaignForm, other: CampaignForm, field: keyof CampaignForm) =>
    JSON.stringify(one[field]) === JSON.stringify(other[field]);
  const changed = fields.filter((field) => !isSame(base, mine, field));
  const clashes = changed.filter((field) => !(isSame(base, theirs, field) || isSame(mine, theirs, field)));
  return {
    form: { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) },
    clashes,
  };
}
