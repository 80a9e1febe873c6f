import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { STAFF_MARKS, type StaffMarkName } from "./mark-rules.ts";

const decisionSchema = z.object({
  account: z.string(),
  of: z.enum(["pages", "links"]),
  mark: z.enum(STAFF_MARKS),
  is_on: z.boolean(),
  count: z.number(),
  reason: z.string(),
  host: z.string().nullable(),
});
type Decision = z.output<typeof decisionSchema>;

export const staffMarkMail: MailType<Decision> = {
  template: "profiles.staff-mark",
  label: "Decision about pages or links",
  data: decisionSchema,
};

export const profileMails: MailHandler<Platform>[] = [mailHandler(staffMarkMail, staffMarkEmail)];

const SUBJECTS: Readonly<
  Record<Decision["of"], Record<StaffMarkName, { on: string; onMany: string; off: string }>>
> = {
  pages: {
    hidden: {
      on: "Your page has been hidden",
      onMany: "Pages of yours have been hidden",
      off: "Your page is shown again",
    },
    adult: {
      on: "Your page has been labeled as adult content",
      onMany: "Pages of yours have been labeled as adult content",
      off: "Your page is no longer labeled as adult content",
    },
  },
  links: {
    hidden: {
      on: "A link of yours has been hidden",
      onMany: "Links of yours have been hidden",
      off: "Your link is shown again",
    },
    adult: {
      on: "A link of yours has been labeled as adult content",
      onMany: "Links of yours have been labeled as adult content",
      off: "Your link is no longer labeled as adult content",
    },
  },
};

const MEANINGS: Readonly<Record<StaffMarkName, { on: string; off: string }>> = {
  hidden: {
    on: "The people who run this instance have hidden this from visitors. Nothing was deleted, and only they can show it again.",
    off: "Visitors see it again, as far as you show it.",
  },
  adult: {
    on: "The people who run this instance have decided that visitors are asked for their age first.",
    off: "Visitors are asked for their age only where you want it.",
  },
};

async function staffMarkEmail(platform: Platform, decision: Decision): Promise<Email | Unneeded> {
  const { account, of, mark, is_on, count, reason, host } = decision;
  const { db, instance, settings } = platform;
  const to = (await findPerson(db, account))?.email;
  if (to === undefined) return { unneeded: "The account was gone by then." };
  const { on, onMany, off } = SUBJECTS[of][mark];
  const meaning = MEANINGS[mark][is_on ? "on" : "off"];
  const path = of === "pages" ? PATHS.profiles : PATHS.links;
  return {
    to,
    subject: is_on ? (count === 1 ? on : onMany) : off,
    preview: meaning,
    lines: [meaning],
    details: [
      { label: "Reason", value: reason },
      ...(host === null ? [] : [{ label: "Domain", value: host }]),
      ...(count === 1 ? [] : [{ label: "How many", value: String(count) }]),
    ],
    action: { label: "Look at it", url: `${instance.publicUrl}${inAccount(path, account)}` },
    footer: `If you think that’s a mistake, contact the people who run ${settings.get(INSTANCE_NAME)}.`,
  };
}
