import type { HelpArticle } from "./article.ts";

export const REACH_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "in-app-browsers",
    chapter: "Reach",
    title: "Get visitors out of in-app browsers",
    summary: "Why apps open links in a browser of their own, and how your page leads out of it.",
    keywords:
      "tiktok instagram facebook snapchat linkedin line in-app browser webview safari chrome open in browser escape",
    body: (
      <>
        <p>
          TikTok, Instagram and others open links in a small browser inside the app. There your visitors are
          not signed in anywhere, payments may fail, and downloads get lost.
        </p>
        <p>
          In the profile’s <b>Apps</b> section you choose for which apps visitors are helped. With TikTok
          switched on they see <i>Open in Browser</i> with three steps: tap the 3 dots at the top right,
          choose Open in Browser, select Safari or Chrome. For other apps a button opens the browser in one
          tap where the app allows it.
        </p>
        <p>
          Nobody is locked in: <i>Continue here</i> is always there. The same section shows how often each way
          out has worked.
        </p>
      </>
    ),
  },
  {
    slug: "deep-links",
    chapter: "Reach",
    title: "Links that open the app",
    summary:
      "Links to YouTube, Spotify, WhatsApp and others open the installed app, and the web where there is none.",
    keywords:
      "deeplink deep link app open youtube spotify instagram tiktok x whatsapp telegram amazon twitch android ios",
    body: (
      <>
        <p>
          There is nothing to switch on. An address of YouTube, Instagram, TikTok, X, Spotify, WhatsApp,
          Telegram, Amazon, Twitch and several others is recognised, and on Android and iOS the app is asked
          first.
        </p>
        <p>
          Where the app is not installed the web address opens. Use the ordinary address from your browser or
          the app’s share button.
        </p>
      </>
    ),
  },
  {
    slug: "sharing",
    chapter: "Reach",
    title: "Share your page: QR code, contact card, previews",
    summary: "Codes for print, a card for the address book, and the picture that messengers show.",
    keywords:
      "qr code vcard contact print poster share button preview open graph picture search engine seo sitemap",
    body: (
      <>
        <p>
          The share button on your page hands it to any app of the phone, or copies its address. Beside every
          page stand files that you can link to or print:
        </p>
        <ul>
          <li>
            <code>/yourname/qr.svg</code> for print in any size, <code>/yourname/qr.png</code> for documents
          </li>
          <li>
            <code>/yourname/card.vcf</code>, a contact card for the address book
          </li>
        </ul>
        <p>
          Messengers and search engines get your name, your words and a picture drawn in your page’s colours.
          Active pages stand in the instance’s sitemap; inactive ones do not.
        </p>
      </>
    ),
  },
  {
    slug: "install-and-offline",
    chapter: "Reach",
    title: "Install it, and open pages without a network",
    summary: "Put the app on a home screen, and what works on a train.",
    keywords: "install app pwa offline home screen service worker cache without internet",
    body: (
      <>
        <p>
          Browsers offer to install the site: <b>Add to Home Screen</b> on iOS, <b>Install app</b> on Android
          and on computers. It opens in a window of its own.
        </p>
        <p>
          A page that you have seen before opens without a network too. As soon as there is one, the newest
          version comes from the server: you are never shown an old page while the new one can be had.
        </p>
        <p>
          To remove what is kept, clear the site’s data in your browser. Whoever runs the instance can switch
          this off for everybody.
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
          In <b>Tracking</b>, enter a Facebook pixel ID (digits only) or a Google measurement ID (
          <code>G-</code> and capital letters or digits). Others are not accepted.
        </p>
        <p>
          In the European Economic Area, the United Kingdom and Switzerland, where the country is unknown, and
          for everybody whose browser sends Do Not Track or Global Privacy Control, a small banner asks first.
          Until there is a yes, nothing is requested from Facebook or Google. Elsewhere pixels load at once.
        </p>
        <p>A page without pixels has no banner, because there is nothing to ask.</p>
      </>
    ),
  },
];
