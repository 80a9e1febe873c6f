import { ATTRIBUTION_DAYS, REFERRAL_REWARD_SLOTS } from "#src/features/money/entitlements/rules.ts";
import { POPUP_GAP_DAYS, POPUPS_MAX } from "#src/features/reach/referrals/rules.ts";
import type { HelpArticle } from "./article.ts";

export const REACH_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "in-app-browsers",
    chapter: "Reach",
    title: "Get visitors out of in-app browsers",
    summary: "Why apps open links in their own browser, and how your page leads out of it.",
    keywords:
      "tiktok instagram facebook snapchat linkedin line in-app browser webview safari chrome open in browser escape",
    body: (
      <>
        <p>
          TikTok, Instagram and other apps open links in a small browser of their own. Your visitors aren’t
          signed in to anything there, payments can fail, and downloads get lost.
        </p>
        <p>
          Under <b>Apps</b>, choose which apps’ visitors to help. With TikTok switched on, they see{" "}
          <i>Open in Browser</i> with three steps: tap the 3 dots at the top right, choose Open in Browser,
          select Safari or Chrome. For other apps, we show where that app’s menu is, or a button that opens
          the browser in one tap where the app allows it.
        </p>
        <p>
          Nobody gets stuck: <i>Continue here</i> is always there. The same section shows how often each way
          out worked.
        </p>
      </>
    ),
  },
  {
    slug: "deep-links",
    chapter: "Reach",
    title: "Links that open the app",
    summary:
      "Links to YouTube, Spotify, WhatsApp and others open the app if it’s installed, and the web if it isn’t.",
    keywords:
      "deeplink deep link app open youtube spotify instagram tiktok x whatsapp telegram amazon twitch android ios",
    body: (
      <>
        <p>
          There’s nothing to switch on. We recognize URLs of YouTube, Instagram, TikTok, X, Spotify, WhatsApp,
          Telegram, Amazon, Twitch and several others, and try the app first on Android and iOS.
        </p>
        <p>
          If the app isn’t installed, the web page opens. Use the normal URL from your browser or from the
          app’s share button.
        </p>
      </>
    ),
  },
  {
    slug: "sharing",
    chapter: "Reach",
    title: "Share your page: QR code, contact card, previews",
    summary: "Codes for print, a contact card for phones, and the picture that messengers show.",
    keywords:
      "qr code vcard contact print poster share button preview open graph picture search engine seo sitemap",
    body: (
      <>
        <p>
          The Share button on your page sends it to any app on the phone, or copies its URL. It also leads to
          these files, which you can link to or print:
        </p>
        <ul>
          <li>
            <code>/yourname/qr.svg</code> for print at any size, <code>/yourname/qr.png</code> for documents
          </li>
          <li>
            <code>/yourname/card.vcf</code>, a contact card for the address book
          </li>
        </ul>
        <p>
          Messengers and search engines get your name, your bio and a picture in your page’s colors. Active
          pages are listed in the sitemap. Inactive pages, and pages that only redirect, are not.
        </p>
      </>
    ),
  },
  {
    slug: "install-and-offline",
    chapter: "Reach",
    title: "Install the app and open pages offline",
    summary: "Put the dashboard or a page on your home screen, and what works on a train.",
    keywords: "install app pwa offline home screen service worker cache without internet",
    body: (
      <>
        <p>
          Browsers offer to install the site: <b>Add to Home Screen</b> on iOS, <b>Install app</b> on Android
          and on computers. Installed from a creator’s page, it opens that page; installed from the dashboard,
          it opens the dashboard.
        </p>
        <p>
          Pages you’ve seen before open offline too. As soon as you’re back online, you get the latest
          version.
        </p>
        <p>
          To remove what’s stored, clear the site’s data in your browser. Whoever runs the instance can switch
          this off for everyone.
        </p>
      </>
    ),
  },
  {
    slug: "pixels-and-consent",
    chapter: "Reach",
    title: "Pixels and consent",
    summary: "Add Facebook and Google, and what visitors are asked before anything loads.",
    keywords:
      "facebook meta pixel google analytics measurement id ga4 retargeting consent cookie banner gdpr dnt gpc tracking",
    body: (
      <>
        <p>
          Under <b>Tracking</b>, enter a Facebook pixel ID (digits only) or a Google measurement ID (
          <code>G-</code> followed by capital letters or digits).
        </p>
        <p>
          A small banner asks first in the European Economic Area, the United Kingdom and Switzerland, where
          the country is unknown, and whenever a browser sends Do Not Track or Global Privacy Control. Until
          the visitor agrees, nothing is requested from Facebook or Google. Everywhere else, pixels load at
          once.
        </p>
        <p>
          A page without pixels shows no banner. And while you’re signed in to the dashboard, pixels may stay
          off in your own browser: that keeps other people’s scripts away from your session.
        </p>
      </>
    ),
  },
  {
    slug: "referrals",
    chapter: "Reach",
    title: "Invite others and get more profiles",
    summary: "Share your referral link, see what it brings, and know when both of you get your slots.",
    keywords:
      "referral refer affiliate invite friend link code reward slots bonus profiles share earn review flagged",
    body: (
      <>
        <p>
          Your referral link is under <b>Settings</b>, <b>Affiliate</b>. When someone new signs up with it and
          creates their first profile, you both get {REFERRAL_REWARD_SLOTS} profile slots. There’s no limit to
          how many people you invite.
        </p>
        <h2>Share your link</h2>
        <p>
          Copy it, or let people scan its QR code. You can choose the code in it yourself; your older codes
          keep working. The link in the footer of your pages carries your code, too.
        </p>
        <h2>What counts</h2>
        <ul>
          <li>
            The person signs up within {ATTRIBUTION_DAYS} days of opening your link, in the browser they
            opened it with.
          </li>
          <li>They’re new, and nobody else referred them. The first link counts, once for each account.</li>
          <li>They create a profile. Until then, the referral is pending.</li>
          <li>You can’t refer yourself.</li>
        </ul>
        <h2>In review</h2>
        <p>
          If both of you use the same browser, device, or inbox, a referral can look made up. On some
          instances, it’s then <b>In review</b> until someone has looked at it. If it turns out fine, you both
          get your slots; if not, it says <b>Not counted</b>.
        </p>
        <h2>The reminder</h2>
        <p>
          A dialog reminds you of your link after your first profile, then at most every {POPUP_GAP_DAYS} days
          and {POPUPS_MAX} times in all. <b>Don’t show this again</b> ends it for good.
        </p>
        <h2>If you run your own instance</h2>
        <p>
          Under Instance settings, you can turn the reminder off and have flagged referrals wait for you. You
          then decide about them under <b>Referral reviews</b> in the account menu.
        </p>
      </>
    ),
  },
];
