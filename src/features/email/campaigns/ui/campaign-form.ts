import type { Campaign, Share } from "#src/features/email/campaigns/contract.ts";
import { CAMPAIGN_NAME_CHARS_MAX, saidBy } from "../rules.ts";

export type CampaignForm = Pick<
  Campaign,
  | "name"
  | "mailbox_id"
  | "mailbox_share"
  | "more_mailboxes"
  | "from_name"
  | "mode"
  | "template_id"
  | "subject"
  | "preheader"
  | "html"
  | "blocks"
  | "theme"
  | "attachments"
  | "audience"
  | "topic"
  | "tracking"
>;

export function formOf(campaign: Campaign): CampaignForm {
  const { name, mailbox_id, mailbox_share, more_mailboxes, from_name, audience, topic, tracking } = campaign;
  const sender = { mailbox_id, mailbox_share, more_mailboxes, from_name };
  return { name, ...sender, ...saidBy(campaign), audience, topic, tracking };
}

export const UNTITLED = "New campaign";

/** The name of a campaign that nobody has named: its subject. */
const usualName = (subject: string) =>
  subject.replace(/\s+/g, " ").trim().slice(0, CAMPAIGN_NAME_CHARS_MAX).toWellFormed() || UNTITLED;

/** A name that nobody has typed follows the subject. */
export function withUsualName(form: CampaignForm, part: Partial<CampaignForm>): Partial<CampaignForm> {
  const { subject, name } = part;
  if (subject === undefined || name !== undefined || form.name !== usualName(form.subject)) return part;
  return { ...part, name: usualName(subject) };
}

/** A sending account of a campaign. The first one may not be chosen yet. */
export interface SenderChoice {
  share: number;
  mailbox_id: string | null;
}

export function toSenderChoices({ mailbox_id, mailbox_share, more_mailboxes }: CampaignForm): SenderChoice[] {
  return [{ share: mailbox_share, mailbox_id }, ...more_mailboxes];
}

export function toSenderFields([main, ...others]: readonly SenderChoice[]) {
  return {
    mailbox_id: main?.mailbox_id ?? null,
    mailbox_share: main?.share ?? 1,
    more_mailboxes: others.flatMap(({ share, mailbox_id }): Share[] =>
      mailbox_id === null ? [] : [{ share, mailbox_id }],
    ),
  };
}

interface Sender {
  id: string;
  is_ready: boolean;
  is_proven: boolean;
}

/** Returns the default account: the only one that can send. */
export function onlyUsable(accounts: readonly Sender[]): string | undefined {
  const usable = accounts.filter(({ is_ready, is_proven }) => is_ready && is_proven);
  return usable.length === 1 ? usable[0]?.id : undefined;
}

export interface StepProps {
  form: CampaignForm;
  onChange: (part: Partial<CampaignForm>) => void;
}

/**
 * Merges two people's edits of the same form: each one's changes, and the fields that both changed in
 * different ways.
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
