import * as z from "zod";
import { rolesInCharge } from "#src/features/identity/team/rules.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { caseLetterUrl } from "../letter-links.ts";
import { listStaffAddresses } from "../store.ts";
import { APPEAL_LABELS } from "./case-rules.ts";
import { findCase, findCaseOwner } from "./case-store.ts";

const oneCase = z.object({ id: z.string() });
type OneCase = z.output<typeof oneCase>;
const toStaff = oneCase.extend({ to: z.string() });

export const appealOutcomeMail: MailType<OneCase> = {
  template: "moderation.appeal-outcome",
  label: "Outcome of an appeal",
  data: oneCase,
};
export const appealMail: MailType<z.output<typeof toStaff>> = {
  template: "moderation.appeal",
  label: "Appeal to decide",
  data: toStaff,
};

export const appealMails: MailHandler<Platform>[] = [
  mailHandler(appealOutcomeMail, appealOutcomeEmail),
  mailHandler(appealMail, appealEmail),
];

async function appealOutcomeEmail(platform: Platform, { id }: OneCase): Promise<Email | Unneeded> {
  const row = await findCase(platform.db, id);
  const owner = row?.owner_id ? await findCaseOwner(platform.db, row.owner_id) : undefined;
  if (!row?.appeal_outcome || !owner) return { unneeded: "The case or its owner was gone by then." };
  const outcome = APPEAL_LABELS[row.appeal_outcome];
  return {
    to: owner.email,
    subject: `Your appeal about /${cutChars(row.username, 60)}`,
    preview: outcome,
    lines: [
      "We looked again at our decision about your page.",
      "If you still think that’s wrong, you can go to court, or to an out-of-court dispute settlement body in your country.",
    ],
    details: [
      { label: "Decision", value: outcome, isOurs: true },
      { label: "Reason", value: row.appeal_reason ?? "" },
      { label: "Number", value: row.number },
    ],
    action: {
      label: "Read it again",
      url: platform.instance.publicUrl,
      makeUrl: async () => caseLetterUrl(platform, row),
    },
    footer: `You got this e-mail because the page is in your account on ${platform.settings.get(INSTANCE_NAME)}.`,
  };
}

/** Tells the staff in charge, once about each appeal. */
export async function tellStaffOfAppeal(
  platform: Platform,
  { subject: id }: { subject: string },
): Promise<void> {
  for (const to of await listStaffAddresses(platform.db, rolesInCharge("moderation")))
    await enqueueMail(platform, { mail: appealMail, to, data: { id, to }, once: `${id} ${to}` });
}

async function appealEmail(
  { db, instance, settings }: Platform,
  { id, to }: z.output<typeof toStaff>,
): Promise<Email | Unneeded> {
  const row = await findCase(db, id);
  if (row?.state !== "appealed") return { unneeded: "It had been decided by then." };
  return {
    to,
    subject: `Appeal about /${cutChars(row.username, 60)}`,
    preview: "The page’s owner disagrees with a decision.",
    lines: [
      "The page’s owner disagrees with a decision. Someone who didn’t make it has to look at it again.",
    ],
    details: [{ label: "Number", value: row.number }],
    action: { label: "Open the case", url: `${instance.publicUrl}${STAFF_PATHS.moderation}?case=${id}` },
    footer: `You got this e-mail because you look after ${settings.get(INSTANCE_NAME)}.`,
  };
}
