import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { dollars } from "#src/features/money/entitlements/price-rules.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import { formatDay } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { findMove, findMoveAccount } from "./move-store.ts";

const about = z.object({ move: z.string(), account: z.string() });
type About = z.output<typeof about>;

/** Premium is going to cost the account something else. */
export const priceChangeMail: MailType<About> = {
  template: "prices.changing",
  label: "Premium’s price changes",
  data: about,
};

/** It isn't, after all. */
export const priceKeptMail: MailType<About> = {
  template: "prices.kept",
  label: "Premium’s price stays",
  data: about,
};

export const priceMails: MailHandler<Platform>[] = [
  mailHandler(priceChangeMail, changeEmail),
  mailHandler(priceKeptMail, keptEmail),
];

async function find(platform: Platform, { move, account }: About) {
  const { db, instance, settings } = platform;
  const [plan, row] = [await findMove(db, move), await findMoveAccount(db, { move, account })];
  const owner = await findPerson(db, account);
  if (!plan || !row || !owner) return undefined;
  return {
    plan,
    row,
    to: owner.email,
    day: formatDay(row.moves_at, owner.language),
    action: { label: "See your plan", url: instance.publicUrl + inAccount(PATHS.billing, account) },
    footer: `You got this e-mail because your account on ${settings.get(INSTANCE_NAME)} has premium.`,
  };
}

async function changeEmail(platform: Platform, data: About): Promise<Email | Unneeded> {
  const found = await find(platform, data);
  if (!found) return { unneeded: "The account was gone by then." };
  if (found.plan.canceled_at !== null) return { unneeded: "It had been called off by then." };
  const { row, to, day, action, footer } = found;
  const { units, from_cents, to_cents } = row;
  const [before, after] = [dollars(from_cents), dollars(to_cents)];
  const sums =
    to_cents === from_cents
      ? `From ${day} on, our prices for premium are others. For your ${units} ${units === 1 ? "unit" : "units"}, you’ll pay ${after} a month, as you do now.`
      : `From ${day} on, your ${units} ${units === 1 ? "unit" : "units"} of premium will be ${after} a month instead of ${before}.`;
  return {
    to,
    subject:
      to_cents > from_cents
        ? `Premium costs ${after} a month from ${day} on`
        : `Premium’s prices change on ${day}`,
    preview: to_cents === from_cents ? "You’ll pay the same as now." : `Until then, you pay ${before}.`,
    lines: [
      sums,
      "That’s before discounts and taxes. Your first invoice from that day on has the new price; what you’ve paid by then stays as it is.",
      "You don’t need to do anything. If you’d like fewer units, or want to cancel before then, you can do both under Settings, Billing.",
    ],
    action,
    footer,
  };
}

async function keptEmail(platform: Platform, data: About): Promise<Email | Unneeded> {
  const found = await find(platform, data);
  if (!found) return { unneeded: "The account was gone by then." };
  const { row, to, day, action, footer } = found;
  return {
    to,
    subject: "Your price of premium stays as it is",
    preview: "We had told you that it would change.",
    lines: [
      `We had told you that premium would cost ${dollars(row.to_cents)} a month from ${day} on. That’s called off: you keep the prices that you have.`,
    ],
    action,
    footer,
  };
}
