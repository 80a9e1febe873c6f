import { GRACE_DAYS } from "#src/features/money/billing/rules.ts";
import {
  dollars,
  LINKS_PER_PROFILE_FREE,
  LINKS_PER_UNIT,
  PRICE_TIERS,
  PROFILES_FREE,
  quoteFor,
} from "#src/features/money/entitlements/rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { HelpArticle } from "./article.ts";

const PRICES = PRICE_TIERS.map(({ from, to, unit_cents }) => {
  const price = dollars(unit_cents);
  if (to === null) return `and ${price} from ${from}`;
  return from === 1 ? `${price} for 1 to ${to} units` : `${price} from ${from}`;
}).join(", ");
/** A quantity where a few more units cost less. */
const ASKED = 25;
const QUOTE = quoteFor(ASKED);

export const START_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "getting-started",
    chapter: "First steps",
    title: "Your first page in five minutes",
    summary: "Sign up, create a profile, add links, and put the URL in your bio.",
    keywords: "begin start sign up register account new bio tutorial",
    body: (
      <>
        <ol>
          <li>
            Choose <b>Get Started Free</b>. All you need is a name, an e-mail address and a password. No
            credit card.
          </li>
          <li>
            Choose <b>Create profile</b> and name it. Your username comes from that name, in lowercase letters
            and digits: <i>Nora Sings</i> becomes <code>/norasings</code>.
          </li>
          <li>
            Add links. Each one needs a title and a URL; if you leave out <code>https://</code>, we add it.
          </li>
          <li>
            Open the profile to add a picture, a bio and your colors. The preview shows the page exactly as
            visitors will see it.
          </li>
          <li>Copy your page’s URL into your social bios.</li>
        </ol>
        <p>
          Changes are live as soon as you save. You don’t have to confirm your e-mail address first; the
          confirmation link will be waiting in your inbox.
        </p>
      </>
    ),
  },
  {
    slug: "profiles",
    chapter: "First steps",
    title: "Create, copy, pause and restore profiles",
    summary: "What a profile is, how many you can have, and what happens when you deactivate or delete one.",
    keywords:
      "profile limit slots duplicate copy delete restore trash inactive deactivate username rename unavailable",
    body: (
      <>
        <p>
          A profile is one public page with its own username, design and links. The free plan includes{" "}
          {PROFILES_FREE} active profiles. Once they’re all in use, deactivate or delete one to make room.
        </p>
        <h2>Deactivate</h2>
        <p>
          An inactive profile keeps everything, but visitors see <i>Profile Unavailable</i> and search engines
          drop the page. You can activate it again at any time. You can’t select an inactive profile to work
          on.
        </p>
        <h2>Duplicate</h2>
        <p>
          <b>Duplicate</b> creates a new profile with the same design and links, under a name of its own. Its
          statistics start from zero.
        </p>
        <h2>Delete and restore</h2>
        <p>
          A deleted profile stays in the trash for 30 days. Until then, you can restore it with all its links.
        </p>
        <h2>Change your username</h2>
        <p>
          Pick any free username of up to 30 letters and digits. Your old URL keeps working: it redirects to
          the new one for 90 days, and nobody else can take it during that time. A username you used only
          briefly is released sooner, and so is that of a profile you delete within a day.
        </p>
      </>
    ),
  },
  {
    slug: "plans-and-limits",
    chapter: "First steps",
    title: "Plans, prices and limits",
    summary: "What’s free, what premium adds, and how volume pricing works.",
    keywords:
      "price pricing cost free premium units billing volume discount limit slots coupon code voucher promotion credit refund invoice",
    body: (
      <>
        <p>
          <b>Free</b> includes {PROFILES_FREE} profiles, up to {LINKS_PER_PROFILE_FREE} links per profile, and
          analytics. <b>Premium</b> adds unlimited profiles, {LINKS_PER_UNIT} links per unit across your
          account, custom domains, and pages without “Powered by”.
        </p>
        <p>
          A unit costs {PRICES}. The price of the tier you reach applies to all your units. If a few more
          units would cost less in total, you get the larger number for the lower price: {ASKED} units would
          cost {dollars(QUOTE.asked_cents)}, so you get {QUOTE.units} for {dollars(QUOTE.total_cents)}.
        </p>
        <p>
          Under Settings, Billing, you see the price of every change to the cent before you make it. You can
          cancel or pause there, too: you keep premium for the time you’ve paid. If a payment fails, you have{" "}
          {GRACE_DAYS} days to update your card. People with the role Billing can do all of this for you.
        </p>
        <p>
          Going down to fewer units gives you credit for what you’ve already paid. The credit pays your next
          invoices first, and you see both to the cent before you decide. If you have a coupon, enter its code
          before you go to payment. If you ever pay in two tabs, the second payment is refunded.
        </p>
        <p>
          Nothing is deleted when a plan ends. Your pages stay up. You can see and remove whatever is over the
          limit, but you can’t add more.
        </p>
        <p>
          If you run your own instance, you decide: <code>PLANS=off</code> lifts every limit. With Stripe’s
          keys, you sell premium; without them, Billing is a sandbox, in which no money moves. You make
          coupons under <b>Coupons</b> in the account menu; promotion codes that you make in Stripe work, too,
          when people pay there.
        </p>
      </>
    ),
  },
  {
    slug: "account",
    chapter: "First steps",
    title: "Signing in, passwords and your account",
    summary: "Confirm your e-mail address, reset your password, and get in when sign-in is paused.",
    keywords:
      "login log in password forgot reset verify email confirm session security locked too many attempts link",
    body: (
      <>
        <h2>Reset your password</h2>
        <p>
          Choose <a href={PATHS.forgotPassword}>Forgot password</a> and enter your e-mail address. If there’s
          an account for it, we’ll e-mail you a reset link. It works once. Setting a new password signs you
          out on every other device.
        </p>
        <h2>Confirm your e-mail address</h2>
        <p>
          You can build and publish right away. Confirming your address proves our e-mail reaches you. Didn’t
          get it? Ask for another from the banner at the top of the dashboard.
        </p>
        <h2>Too many attempts</h2>
        <p>
          After too many wrong passwords, sign-in pauses for a while to stop people from guessing. Devices you
          have signed in on before aren’t affected, and you can always have a sign-in link e-mailed to you.
        </p>
        <h2>Change your e-mail address or password</h2>
        <p>
          Both are under <a href={PATHS.ownSettings}>Settings</a>. For a new e-mail address, open the link
          that we send to the new one, and the one that we send to your old one.
        </p>
        <h2>A sign-in that wasn’t you</h2>
        <p>
          When someone signs in to your account from a new device, we e-mail you. Choose <b>This wasn’t me</b>{" "}
          there to sign out every device and turn off your password. Under Settings, you can see where you’re
          signed in, and sign out any device.
        </p>
        <h2>Staying signed in</h2>
        <p>
          You stay signed in for 30 days after your last visit. On a shared device, sign out from the menu
          when you’re done.
        </p>
      </>
    ),
  },
];
