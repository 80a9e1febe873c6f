import type { HelpArticle } from "./article.ts";

export const LINK_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "links",
    chapter: "Your links",
    title: "Add, order and hide links",
    summary: "Everything about the buttons of your page: icons, order, hiding and bringing back.",
    keywords:
      "link button title description icon emoji order sort drag keyboard hide visible delete undo duplicate mailto tel",
    body: (
      <>
        <p>
          A link has a title, an address, and if you like a line below and an icon: an emoji, a brand’s mark,
          a drawing or a picture of your own. Web addresses, <code>mailto:</code>, <code>tel:</code> and{" "}
          <code>sms:</code> work; addresses that could harm visitors are refused.
        </p>
        <h2>Order</h2>
        <p>
          Drag a link by its handle. With the keyboard: move to the handle, press Space, use the arrows, and
          Space again.
        </p>
        <h2>Hide or delete</h2>
        <p>
          A hidden link stays with its numbers and is off the page. A deleted one can be taken back at once
          with <b>Undo</b>.
        </p>
        <p>A free account has up to 5 links on each profile.</p>
      </>
    ),
  },
  {
    slug: "adult-warning",
    chapter: "Your links",
    title: "Warn of adult content",
    summary: "Ask visitors for their age before a link opens.",
    keywords: "adult 18 nsfw content warning age gate sensitive",
    body: (
      <>
        <p>
          Switch on <b>Adult content</b> among the link’s options. Before it opens, visitors read that it is
          meant for people of 18 years or older, and choose <i>I’m 18+ - Continue</i> or <i>Cancel</i>. The
          address behind the link is not in the page before they have chosen.
        </p>
        <p>
          Cancel, the Escape key and a tap outside close the warning. It also works without JavaScript, as a
          page of its own.
        </p>
      </>
    ),
  },
  {
    slug: "ab-tests",
    chapter: "Your links",
    title: "Test two destinations",
    summary: "Send part of your visitors to one address and the rest to another, and compare.",
    keywords: "a/b ab test split variant ratio experiment compare",
    body: (
      <>
        <p>
          In the link’s options, switch on the A/B test, enter the addresses of variant A and variant B, and
          choose A’s share. Each visitor always gets the same variant, so nobody is confused by coming back.
        </p>
        <p>
          Every click remembers its variant; the analytics show both side by side. Wait for a few hundred
          clicks before you decide: small numbers differ by chance alone.
        </p>
      </>
    ),
  },
  {
    slug: "geo-targeting",
    chapter: "Your links",
    title: "Links for certain countries, regions or cities",
    summary: "Allow or block places, and send everybody else somewhere useful.",
    keywords:
      "geo targeting country region city block allow restrict location fallback access restricted vpn",
    body: (
      <>
        <p>
          In the link’s options list the places that may open it, or that may not. Blocking beats allowing; a
          city beats a region, and a region a country.
        </p>
        <p>
          Who may not open it reads <i>This link is not available in your region.</i> If you give a fallback
          address they are taken there instead. Visitors whose country is unknown get in, unless you choose
          otherwise.
        </p>
        <p>
          Places come from a local file of network addresses. They are right for most visitors, and wrong
          behind a VPN: use them to guide people, not to keep a secret.
        </p>
      </>
    ),
  },
  {
    slug: "rescue",
    chapter: "Your links",
    title: "Customer rescue",
    summary: "A second address for visitors who have clicked, or have backed out.",
    keywords: "rescue cancel redirect exit second chance",
    body: (
      <>
        <p>
          In the profile’s <b>Rescue</b> section, switch it on and enter an address. A link opens in a new tab
          as always, and 1.5 seconds later your page goes on to the rescue address. A visitor who cancels the
          adult warning is taken there at once.
        </p>
        <p>
          Good addresses: your shop, a mailing list, another profile. Leave it off where visitors should come
          back.
        </p>
      </>
    ),
  },
  {
    slug: "direct-link",
    chapter: "Your links",
    title: "Skip the page: direct link",
    summary: "Let the page’s address lead straight to one destination.",
    keywords: "direct link redirect forward skip single destination warning",
    body: (
      <>
        <p>
          Enter an address in the profile’s <b>Direct link</b> section, and visitors are taken there instead
          of seeing the page. With the warning on they first read <i>Adult Content</i> and choose Continue or
          Cancel; Continue takes them there after a moment.
        </p>
        <p>Empty the field to have the page back. Nothing of it is lost meanwhile.</p>
      </>
    ),
  },
];
