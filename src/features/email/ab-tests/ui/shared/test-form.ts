import type { AbTest } from "#src/features/email/ab-tests/contract.ts";
import type { MailSender, WrittenMail } from "#src/features/email/templates/ui/shared/written-mail.ts";
import { USUAL_EFFECTS, USUAL_TEST } from "../../rules.ts";

export type VersionForm = Pick<
  AbTest["versions"][number],
  | "subject"
  | "preheader"
  | "from_name"
  | "mailbox_id"
  | "mode"
  | "template_id"
  | "html"
  | "blocks"
  | "theme"
  | "delay_minutes"
>;

export type VersionChange = Partial<VersionForm> | ((latest: VersionForm) => Partial<VersionForm>);

/** What a campaign says, and who it’s from. */
export type CampaignMail = WrittenMail & MailSender;

export interface VersionEmailProps {
  letter: string;
  version: VersionForm;
  /** The campaign’s. */
  mail: CampaignMail;
  onChange: (change: VersionChange) => void;
}

export interface TestForm
  extends Pick<
    AbTest,
    | "metric"
    | "sample_kind"
    | "sample_share"
    | "sample_number"
    | "holdout_share"
    | "collect_hours"
    | "min_effect"
    | "rollout"
    | "rollout_at"
  > {
  /** All but the first, which is the campaign. */
  others: VersionForm[];
}

export const NEW_VERSION: VersionForm = {
  subject: "",
  preheader: "",
  from_name: "",
  mailbox_id: null,
  mode: null,
  template_id: null,
  html: "",
  blocks: [],
  theme: null,
  delay_minutes: 0,
};

export const NEW_TEST: TestForm = {
  ...USUAL_TEST,
  min_effect: USUAL_EFFECTS[USUAL_TEST.metric],
  others: [NEW_VERSION],
};

export function formOf(test: AbTest): TestForm {
  const { metric, sample_kind, sample_share, sample_number, holdout_share, collect_hours } = test;
  const { min_effect, rollout, rollout_at, versions } = test;
  const others = versions.slice(1).map(formOfVersion);
  const sample = { sample_kind, sample_share, sample_number };
  return { metric, ...sample, holdout_share, collect_hours, min_effect, rollout, rollout_at, others };
}

function formOfVersion(version: AbTest["versions"][number]): VersionForm {
  const { stopped_at: _at, stop_reason: _why, from_address: _from, ...form } = version;
  return form;
}

/** What the server gets of it. */
export function sentOf({ others, ...settings }: TestForm) {
  return { ...settings, versions: [NEW_VERSION, ...others] };
}

const saidBy = (version: VersionForm) =>
  JSON.stringify(
    Object.values(version).map((value) =>
      typeof value === "string" ? value.replace(/\s+/g, " ").trim() : value,
    ),
  );

/** The first version that says the same as one before it: its index among all, or undefined if each differs. */
export function alikeIn(others: readonly VersionForm[]): number | undefined {
  const said = [NEW_VERSION, ...others].map(saidBy);
  const at = said.findIndex((one, index) => said.indexOf(one) < index);
  return at < 0 ? undefined : at;
}

/** Why a test can't be saved as it is. Empty if it can. */
export function problemOf({ others, rollout, rollout_at, sample_kind, sample_number }: TestForm): string {
  if (alikeIn(others) !== undefined)
    return "Give each version something of its own. Until then, it isn’t saved.";
  if (rollout === "at" && rollout_at === null) return "Choose when the others get the winner.";
  if (sample_kind === "number" && sample_number === null) return "Enter how many people get a version.";
  return "";
}
