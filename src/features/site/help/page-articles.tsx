import type { HelpArticle } from "./article.ts";

export const PAGE_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "appearance",
    chapter: "Your page",
    title: "Colours, pictures and buttons",
    summary: "Make the page look like you, in light and in dark, and keep it readable.",
    keywords:
      "theme design color colour background image overlay avatar picture button style font dark mode light look customise",
    body: (
      <>
        <p>
          In the profile’s <b>Look</b> you choose the colours of the page, its text, its buttons and their
          labels, or one of the ready sets. A page without colours of its own has the purple gradient.
        </p>
        <h2>Readable, always</h2>
        <p>
          Where text would be hard to read on the colour you chose, the editor says so, and the page shifts
          the shade by as little as it takes.
        </p>
        <h2>A picture behind the page</h2>
        <p>
          Upload one and choose the veil between it and the text: white or black, at 30 % where you say
          nothing else. Pictures may have up to 10 MB; they are made smaller, and what the camera wrote into
          them (place, device) is removed.
        </p>
        <h2>Light and dark</h2>
        <p>
          Visitors get the page in the scheme of their device, and can switch with the button on the page;
          their choice is kept in their own browser. A page with a dark colour of its own stays as it is.
        </p>
      </>
    ),
  },
  {
    slug: "social-icons",
    chapter: "Your page",
    title: "Social icons",
    summary: "Which networks have a mark of their own, and what happens to the others.",
    keywords:
      "facebook instagram twitter x linkedin youtube tiktok snapchat pinterest whatsapp telegram discord spotify rel me mastodon verification",
    body: (
      <>
        <p>
          Facebook, Instagram, Twitter, X, LinkedIn, YouTube, TikTok, Snapchat, Pinterest, WhatsApp, Telegram,
          Discord and Spotify have their mark; every other network gets a globe. An entry without an address
          is not shown.
        </p>
        <p>
          The icons carry <code>rel="me"</code>. Networks that check it, such as Mastodon, show your page as
          verified once the profile there links back.
        </p>
      </>
    ),
  },
  {
    slug: "status-and-place",
    chapter: "Your page",
    title: "Online, quick to answer, and near",
    summary:
      "Three small signs that make a page feel alive: active status, response time and the visitor’s city.",
    keywords:
      "active status indicator badge response time usually responds location city conversion boosters",
    body: (
      <>
        <p>
          In <b>Look</b> you can show that you are online, add a badge such as{" "}
          <i>Usually responds in an hour</i>, and greet visitors with their city.
        </p>
        <p>
          The city is the visitor’s own, looked up on the server in a local file. Where it is not known
          nothing is shown; it is never invented and never stored with a name.
        </p>
      </>
    ),
  },
  {
    slug: "promotion-banner",
    chapter: "Your page",
    title: "Promotion banner and countdown",
    summary: "Announce an offer above the page and let a clock run down.",
    keywords: "banner offer sale timer countdown deadline urgency promotion",
    body: (
      <>
        <p>
          In <b>Promotion</b>, write the text, choose one of five colours and a place: top, bottom or
          floating. Below it a clock runs, as 9:59 or 1:09:59, and at zero the banner goes.
        </p>
        <h2>Three kinds of deadline</h2>
        <ul>
          <li>
            <b>On every visit</b>: the clock starts anew whenever the page is opened, with 30 minutes unless
            you say otherwise.
          </li>
          <li>
            <b>For each visitor</b>: it starts with the first visit and goes on where it was, kept in the
            visitor’s browser.
          </li>
          <li>
            <b>At a moment</b>: a date and time, the same for everybody.
          </li>
        </ul>
        <p>A deadline that is true works longest: say what ends, and let it end.</p>
      </>
    ),
  },
  {
    slug: "lead-form",
    chapter: "Your page",
    title: "Collect e-mail addresses",
    summary: "Offer a download in return for a name and an address, with proof of what was agreed to.",
    keywords:
      "lead capture form email phone consent gdpr newsletter screensaver download crm fans csv export subscribers",
    body: (
      <>
        <p>
          In <b>Lead form</b>, switch it on and give the address of what visitors get in return. Without a
          download the form shows only if you also choose to collect without one. Title, text, button and the
          sentence below the form are yours to write.
        </p>
        <p>
          Name and e-mail are always asked for; a telephone number if you want, and then optional or required.
          After sending, visitors see a thank-you card with the button for the download.
        </p>
        <h2>What is kept</h2>
        <p>
          Name, address, number, country, the site they came from, the time, and word by word the sentence
          they agreed to. Who signs up twice is one lead, and is told so kindly.
        </p>
        <h2>Find your fans</h2>
        <p>
          You get a letter for each, and the list with search and CSV export is in the dashboard under{" "}
          <b>Leads</b>. Only write to people about what your sentence promised, and delete those who ask for
          it.
        </p>
      </>
    ),
  },
];
