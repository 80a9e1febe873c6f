import type { HelpArticle } from "./article.ts";

export const PAGE_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "appearance",
    chapter: "Your page",
    title: "Colors, pictures and buttons",
    summary: "Make the page look like you in light and dark, and keep it readable.",
    keywords:
      "theme design color colour background image overlay avatar picture button style font dark mode light look customize customise",
    body: (
      <>
        <p>
          In the profile’s design, choose colors for the page, its text, its buttons and their labels, or
          start from a ready-made set. If you choose none, you get our default look.
        </p>
        <h2>Always readable</h2>
        <p>
          When text would be hard to read on a color, the editor tells you, and your page adjusts the shade
          just enough.
        </p>
        <h2>Background picture</h2>
        <p>
          Upload a picture and choose the overlay between it and your text: white or black, at 30% unless you
          change it. Pictures can be up to 25 MB. We resize them and strip out what the camera recorded, such
          as the device and the location. If you paste a picture’s URL, we save our own copy, so your
          visitors’ browsers never contact another site.
        </p>
        <h2>Light and dark</h2>
        <p>
          Visitors see your page in their device’s color scheme and can switch it on the page; their browser
          remembers the choice. Want it to look the same for everyone? Choose to always show your own colors.
        </p>
      </>
    ),
  },
  {
    slug: "social-icons",
    chapter: "Your page",
    title: "Social icons",
    summary: "Which networks have their own icon, and what the others get.",
    keywords:
      "facebook instagram twitter x linkedin youtube tiktok snapchat pinterest whatsapp telegram discord spotify rel me mastodon verification",
    body: (
      <>
        <p>
          Facebook, Instagram, Twitter, X, LinkedIn, YouTube, TikTok, Snapchat, Pinterest, WhatsApp, Telegram,
          Discord and Spotify have their own icons. Every other network gets a globe. An entry without a URL
          isn’t shown.
        </p>
        <p>
          Each icon carries <code>rel="me"</code>. Networks that check it, such as Mastodon, mark your page as
          verified once your profile there links back.
        </p>
      </>
    ),
  },
  {
    slug: "status-and-place",
    chapter: "Your page",
    title: "Online status, response time and city",
    summary: "Three small signs that make a page feel alive.",
    keywords:
      "active status indicator badge response time usually responds location city conversion boosters",
    body: (
      <>
        <p>
          You can show that you’re online, add a badge such as <i>Usually responds in an hour</i>, and greet
          visitors with the name of their city.
        </p>
        <p>
          The city is the visitor’s own. Our server looks it up in a local file, and never asks anyone else.
          If it’s unknown, nothing is shown.
        </p>
      </>
    ),
  },
  {
    slug: "promotion-banner",
    chapter: "Your page",
    title: "Promotion banner and countdown",
    summary: "Announce an offer at the top of your page and let the clock run.",
    keywords: "banner offer sale timer countdown deadline urgency promotion",
    body: (
      <>
        <p>
          Under <b>Promotion</b>, write your text, pick one of five colors, and choose a position: top, bottom
          or floating. A countdown such as 9:59 or 1:09:59 runs below it, and the banner disappears at zero.
        </p>
        <h2>Three kinds of deadline</h2>
        <ul>
          <li>
            <b>Restart on every visit</b>: the countdown restarts each time the page is opened, from 30
            minutes unless you change it.
          </li>
          <li>
            <b>Once per visitor</b>: it starts on the first visit and keeps running. The visitor’s browser
            remembers it, and a new promotion starts a new countdown.
          </li>
          <li>
            <b>Until a date</b>: the same date and time for everyone.
          </li>
        </ul>
        <p>Real deadlines work best: say what ends, and let it end.</p>
      </>
    ),
  },
  {
    slug: "lead-form",
    chapter: "Your page",
    title: "Collect e-mail addresses",
    summary: "Offer a download in return for a name and an e-mail address, and keep proof of consent.",
    keywords:
      "lead capture form email phone consent gdpr newsletter screensaver download crm fans csv export subscribers",
    body: (
      <>
        <p>
          Under <b>Lead form</b>, switch it on and enter the URL of the download. Nothing to give away? Choose
          to collect without a download. The title, description, button and the sentence below the form are
          all yours to write.
        </p>
        <p>
          The form always asks for a name and an e-mail address. A phone number is up to you: off, optional or
          required. Once visitors sign up, they see a thank-you card with the download button, and get the
          link by e-mail.
        </p>
        <h2>What’s stored</h2>
        <p>
          The name, e-mail address, phone number, country, the time zone of their browser, the site they came
          from, the time, and the exact sentence they agreed to. Someone who signs up twice stays one lead.
        </p>
        <h2>See your leads</h2>
        <p>
          The bell in the dashboard shows new leads as they sign up, and we e-mail you about them. Choose what
          you’d rather not hear about under <b>Settings, Notifications</b>. The full list is under{" "}
          <b>Leads</b>, with search and CSV export. Only write to people about what your form promised, and
          delete anyone who asks.
        </p>
      </>
    ),
  },
  {
    slug: "domains",
    chapter: "Your page",
    title: "Your own domain",
    summary: "Put your page at a domain that you own, and know when something’s wrong with it.",
    keywords: "custom domain dns cname txt record subdomain www apex https certificate host name",
    body: (
      <>
        <p>
          With premium, your page can be at a domain that you own, such as <code>links.example.com</code>. Add
          it under <b>Settings, Domains</b> and choose the profile that visitors should see there. You can add
          several domains, and several for one profile. If premium ends, they keep working, but you can’t add
          others.
        </p>
        <h2>Set the DNS records</h2>
        <p>
          We show you which records your domain needs, ready to copy. A subdomain needs a CNAME record. A
          domain without anything in front of it, such as <code>example.com</code>, needs our IP addresses and
          a TXT record that proves it’s yours. <b>How to set it up</b> says where to enter them at your DNS
          provider.
        </p>
        <p>
          Of <code>example.com</code> and <code>www.example.com</code>, add the one that visitors should see.
          The other one redirects to it, once it has its records.
        </p>
        <h2>Wait, or check now</h2>
        <p>
          We look for your records every minute at first, then less often, and <b>Check now</b> looks at once.
          When they’re right, HTTPS takes about a minute, and we e-mail you. From then on, QR codes, shared
          links and search engines use your domain. Your old URL keeps working.
        </p>
        <h2>If it stops working</h2>
        <p>
          We check domains once a day and e-mail you when one no longer leads to your page. Your page stays at
          its old URL meanwhile. Domains say what we found and what should be there.
        </p>
      </>
    ),
  },
];
