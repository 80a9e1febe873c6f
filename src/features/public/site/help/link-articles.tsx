import { LINKS_PER_PROFILE_FREE } from "#src/features/money/entitlements/rules.ts";
import type { HelpArticle } from "./article.ts";

export const LINK_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "links",
    chapter: "Your links",
    title: "Add, order and hide links",
    summary: "The basics: icons, order, hiding, deleting and undoing.",
    keywords:
      "link button title description icon emoji order sort drag keyboard hide visible delete undo duplicate mailto tel",
    body: (
      <>
        <p>
          A link has a title and a URL, plus a description and an icon if you like: an emoji, a brand, a
          symbol, or a picture by its URL. Web pages, <code>mailto:</code>, <code>tel:</code> and{" "}
          <code>sms:</code> all work. URLs that could harm visitors are refused.
        </p>
        <h2>Order</h2>
        <p>
          Drag a link by its handle. With the keyboard, focus the handle, press Space, move it with the arrow
          keys, and press Space again.
        </p>
        <h2>Hide or delete</h2>
        <p>
          A hidden link leaves the page but keeps its statistics. Deleted one by mistake? Choose <b>Undo</b>.
        </p>
        <p>The free plan includes up to {LINKS_PER_PROFILE_FREE} links per profile.</p>
      </>
    ),
  },
  {
    slug: "adult-warning",
    chapter: "Your links",
    title: "Warn about adult content",
    summary: "Ask visitors to confirm their age before a link opens.",
    keywords: "adult 18 nsfw content warning age gate sensitive",
    body: (
      <>
        <p>
          Switch on <b>Adult content</b> in the link’s options. Before the link opens, visitors read that it’s
          for people aged 18 or older, and choose <i>I’m 18+ - Continue</i> or <i>Cancel</i>. The URL isn’t in
          the page until they continue.
        </p>
        <p>
          Cancel, the Escape key or a tap outside closes the warning. Without JavaScript, it opens as a page
          of its own.
        </p>
      </>
    ),
  },
  {
    slug: "ab-tests",
    chapter: "Your links",
    title: "Test two destinations",
    summary: "Send some visitors to one URL and the rest to another, and compare.",
    keywords: "a/b ab test split variant ratio experiment compare",
    body: (
      <>
        <p>
          Switch on the A/B test in the link’s options, enter the URLs of variants A and B, and choose A’s
          share. A visitor gets the same variant in every tab all day, without a cookie.
        </p>
        <p>
          The link’s options show how many clicks each variant got. Wait for a few hundred before you decide:
          small numbers differ by chance alone.
        </p>
      </>
    ),
  },
  {
    slug: "geo-targeting",
    chapter: "Your links",
    title: "Links for certain countries, regions or cities",
    summary: "Allow or block places, and send everyone else somewhere useful.",
    keywords:
      "geo targeting country region city block allow restrict location fallback backup access restricted vpn",
    body: (
      <>
        <p>
          List the places that may open a link, or the ones that may not. Blocking beats allowing; a city
          beats a region, and a region beats a country.
        </p>
        <p>
          Blocked visitors read <i>This link is not available in your region.</i> Add a backup URL to send
          them there instead. Visitors whose country is unknown get through unless you decide otherwise.
        </p>
        <p>
          Places come from a local list of IP addresses. It’s right for most visitors and wrong behind a VPN,
          so use it to guide people, not to keep a secret.
        </p>
      </>
    ),
  },
  {
    slug: "rescue",
    chapter: "Your links",
    title: "Customer rescue",
    summary: "A second offer for visitors who click, or who back out.",
    keywords: "rescue cancel redirect exit second chance",
    body: (
      <>
        <p>
          Under <b>Rescue</b>, switch it on and enter a URL. Links still open in a new tab; 1.5 seconds later,
          your page moves on to the rescue URL. Visitors who cancel an adult warning go there at once.
        </p>
        <p>
          Good choices: your shop, a mailing list, another profile. Leave it off if you want people to come
          back to your page.
        </p>
      </>
    ),
  },
  {
    slug: "direct-link",
    chapter: "Your links",
    title: "Skip the page with a direct link",
    summary: "Send everyone who opens your page straight to one URL.",
    keywords: "direct link redirect forward skip single destination warning",
    body: (
      <>
        <p>
          Enter a URL under <b>Direct link</b>, and visitors go straight there instead of seeing your page.
          With the warning on, they first read <i>Adult Content</i> and choose Continue or Cancel.
        </p>
        <p>Clear the field to bring your page back. Nothing is lost in the meantime.</p>
      </>
    ),
  },
];
