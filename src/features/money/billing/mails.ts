import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { dollars, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { findPrices } from "#src/features/money/entitlements/prices/prices.ts";
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
import { discounted, GRACE_DAYS, graceEnd } from "./rules.ts";
import { findSubscription, type SubscriptionRow } from "./store.ts";

const about = z.object({ account: z.string() });
const failed = about.extend({ is_first: z.boolean() });
const paid = about.extend({ cents: z.number() });
const grace = about.extend({ is_over: z.boolean() });

/** A payment didn't go through, for the first time or again. */
export const failedMail: MailType<z.output<typeof failed>> = {
  template: "subscriptions.payment-failed",
  label: "Payment failed",
  data: failed,
};

/** Premium is about to end because of that, or has ended. */
export const graceMail: MailType<z.output<typeof grace>> = {
  template: "subscriptions.grace",
  label: "Premium ends without a payment",
  data: grace,
};

/** Someone canceled premium. */
export const endingMail: MailType<z.output<typeof about>> = {
  template: "subscriptions.ending",
  label: "Premium was canceled",
  data: about,
};

/** Someone paid in two tabs, and gets one payment back. */
export const paidTwiceMail: MailType<z.output<typeof paid>> = {
  template: "subscriptions.paid-twice",
  label: "Second payment refunded",
  data: paid,
};

/** An account was kept after all, and its premium had ended by then. */
export const notKeptMail: MailType<z.output<typeof about>> = {
  template: "subscriptions.not-kept",
  label: "Premium ended before the account was kept",
  data: about,
};

export const subscriptionMails: MailHandler<Platform>[] = [
  mailHandler(failedMail, failedEmail),
  mailHandler(graceMail, graceEmail),
  mailHandler(endingMail, endingEmail),
  mailHandler(paidTwiceMail, paidTwiceEmail),
  mailHandler(notKeptMail, notKeptEmail),
];

async function find({ db }: Platform, account: string) {
  const [row, owner] = [await findSubscription(db, account), await findPerson(db, account)];
  return row && owner && { row, to: owner.email, language: owner.language };
}

const PAID: Unneeded = { unneeded: "The payment had gone through by then." };

/** The end of most of these e-mails. */
function ending({ instance, settings }: Platform, account: string) {
  const name = settings.get(INSTANCE_NAME);
  return {
    url: instance.publicUrl + inAccount(PATHS.billing, account),
    footer: `You got this e-mail because your account on ${name} has premium.`,
  };
}

async function failedEmail(
  platform: Platform,
  { account, is_first }: z.output<typeof failed>,
): Promise<Email | Unneeded> {
  const found = await find(platform, account);
  const until = found && graceEnd(found.row);
  if (!found || !until || found.row.status !== "past_due") return PAID;
  const { url, footer } = ending(platform, account);
  return {
    to: found.to,
    subject: is_first ? "Your payment didn’t go through" : "Your payment didn’t go through again",
    preview: "You still have premium, and your pages stay up.",
    lines: [
      `We couldn’t charge ${await priceOf(platform, found.row)} for premium to your card. That happens when a card expires or a bank says no.`,
      `You have ${GRACE_DAYS} days, until ${formatDay(until, found.language)}, and nothing changes until then. We’ll try again on our own, or right away if you update your card.`,
    ],
    action: { label: "Update your card", url },
    footer,
  };
}

async function graceEmail(
  platform: Platform,
  { account, is_over }: z.output<typeof grace>,
): Promise<Email | Unneeded> {
  const found = await find(platform, account);
  const until = found && graceEnd(found.row);
  // Stripe may have ended it on its own, and knows no grace period then.
  if (!found || found.row.status === "active") return PAID;
  const { url, footer } = ending(platform, account);
  const pages = "Your pages and links stay up, and nothing is deleted.";
  if (is_over)
    return {
      to: found.to,
      subject: "You’re on the free plan now",
      preview: "Your pages stay up.",
      lines: [
        `Your last payment didn’t go through in ${GRACE_DAYS} days, so premium has ended. ${pages} Beyond the free plan’s limits, you can’t add anything new.`,
        "You can have premium again whenever you like.",
      ],
      action: { label: "See your plan", url },
      footer,
    };
  if (!until) return PAID;
  return {
    to: found.to,
    subject: `Premium ends on ${formatDay(until, found.language)} unless you update your card`,
    preview: "Your payment still hasn’t gone through.",
    lines: [
      `We still couldn’t charge ${await priceOf(platform, found.row)} to your card. On ${formatDay(until, found.language)}, you’ll be back on the free plan.`,
      pages,
    ],
    action: { label: "Update your card", url },
    footer,
  };
}

async function endingEmail(
  platform: Platform,
  { account }: z.output<typeof about>,
): Promise<Email | Unneeded> {
  const found = await find(platform, account);
  const at = found?.row.cancel_at;
  if (!found || !at) return { unneeded: "They had decided to keep premium by then." };
  const { url, footer } = ending(platform, account);
  return {
    to: found.to,
    subject: `Your premium ends on ${formatDay(at, found.language)}`,
    preview: "You won’t be charged again.",
    lines: found.row.ends_with_account
      ? [
          `Your account is closed, so you won’t be charged again. If it’s open again before ${formatDay(at, found.language)}, premium goes on. Otherwise, it ends then.`,
        ]
      : [
          `You canceled premium, and you won’t be charged again. You have it until ${formatDay(at, found.language)}; after that, you’re on the free plan.`,
          "Your pages and links stay up, and nothing is deleted. If you change your mind, one click keeps premium.",
        ],
    action: { label: "See your plan", url },
    footer,
  };
}

async function paidTwiceEmail(
  platform: Platform,
  { account, cents }: z.output<typeof paid>,
): Promise<Email | Unneeded> {
  const found = await find(platform, account);
  if (!found) return { unneeded: "The account is gone." };
  const { units } = found.row;
  const { url, footer } = ending(platform, account);
  return {
    to: found.to,
    subject: "We’re refunding your second payment",
    preview: "You have premium once, as you should.",
    lines: [
      `You paid for premium twice, probably in two tabs. Your first payment counts: you have ${units} ${units === 1 ? "unit" : "units"} of premium.`,
      `We ended the other subscription and are refunding its ${dollars(cents)}. It can take 5 to 10 days until your bank shows it.`,
    ],
    action: { label: "See your plan", url },
    footer,
  };
}

async function notKeptEmail(
  platform: Platform,
  { account }: z.output<typeof about>,
): Promise<Email | Unneeded> {
  const found = await find(platform, account);
  if (found?.row.status !== "ended") return { unneeded: "They had premium again by then." };
  return {
    to: found.to,
    subject: "Your account is back, without premium",
    preview: "Premium ended while your account was closed.",
    lines: [
      "Your account is open again, and everything in it is back. Premium had ended by then, so you’re on the free plan and weren’t charged again.",
      "Your pages and links stay up. You can get premium again whenever you like.",
    ],
    action: { label: "See your plan", url: ending(platform, account).url },
    footer: `You got this e-mail because your account on ${platform.settings.get(INSTANCE_NAME)} had premium.`,
  };
}

async function priceOf(platform: Platform, row: SubscriptionRow): Promise<string> {
  const { units, discount, price_list } = row;
  const { tiers } = await findPrices(platform, price_list);
  return dollars(discounted(quoteFor(tiers, units).total_cents, discount, platform.now()));
}
