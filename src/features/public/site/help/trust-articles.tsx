import { API_PATH, PATHS } from "#src/lib/paths.ts";
import type { HelpArticle } from "./article.ts";

export const TRUST_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "analytics",
    chapter: "Numbers and trust",
    title: "Read your analytics",
    summary: "What views, visitors and clicks mean, how we count them, and how to export them.",
    keywords:
      "analytics statistics views visitors clicks click rate unique live country city device browser referrer app bots csv export",
    body: (
      <>
        <p>
          A <b>view</b> is your page being opened, a <b>click</b> is a link being opened, and <b>visitors</b>{" "}
          are different people on one day. The click rate is clicks divided by views. Figures update while you
          watch. Days start in the time zone you chose under <a href={PATHS.ownSettings}>Settings</a>, or else
          in your browser’s.
        </p>
        <p>
          Breakdowns show links, countries, regions, cities, devices, browsers, operating systems, the sites
          people came from and the apps they used. TikTok and Instagram are recognized even when they send no
          referrer. If you share your page with <code>utm_source</code> and the like in its URL, you see how
          many came with each.
        </p>
        <h2>Counted with care</h2>
        <ul>
          <li>Bots and link previews are kept apart and left out unless you ask for them.</li>
          <li>Floods from one network are set apart as suspected traffic, never silently dropped.</li>
          <li>
            Your own visits don’t count while you’re signed in, nor do your team’s. If your pages are at
            another domain than this dashboard, browsers don’t tell us there who you are, so they do count. To
            see a visit arrive, open your page in a private window.
          </li>
          <li>A click that a bad connection sends twice counts once.</li>
          <li>
            Visitors are told apart by a code whose key is thrown away every day. Someone who comes on two
            days counts on both, and nobody can be followed.
          </li>
        </ul>
        <p>
          <b>Export</b> gives you a CSV file for any spreadsheet.
        </p>
      </>
    ),
  },
  {
    slug: "privacy",
    chapter: "Numbers and trust",
    title: "What we store about your visitors",
    summary: "No IP addresses, no cookies on pages, and what there is instead.",
    keywords:
      "privacy gdpr dsgvo ip address cookie data protection personal anonymous hash e-mail tracking opens clicks",
    body: (
      <>
        <p>
          For each view or click we store the time, the page and link, how the browser identifies itself, the
          site the visitor came from, and the country, region and city that a local file gives for the IP
          address. The IP address itself isn’t stored with it, and nobody else gets it.
        </p>
        <p>
          Pages set no cookies. A random number for the visit is kept in the tab and disappears with it. What
          visitors enter in a lead form belongs to the owner of the page.
        </p>
        <h2>When they get your e-mail</h2>
        <p>
          You choose for each campaign what it counts. <b>Of each person</b>: who opened it and what they
          clicked. <b>Only in total</b>: how often it was opened and clicked, and nothing we store says by
          whom. <b>Nothing</b>: links stay as you wrote them, and nothing is counted.
        </p>
        <p>
          For all the details, see the <a href={PATHS.privacy}>Privacy Policy</a> and the{" "}
          <a href={PATHS.cookies}>Cookie Policy</a>.
        </p>
      </>
    ),
  },
  {
    slug: "reporting-a-page",
    chapter: "Numbers and trust",
    title: "Report a page",
    summary: "Tell the people who run this instance about a page that harms someone.",
    keywords: "report abuse spam scam phishing copyright impersonation illegal dsa takedown",
    body: (
      <>
        <p>
          Use the form at <a href={PATHS.report}>Report a page</a>. Name the page, choose what’s wrong, and
          describe it if you can. You don’t need an account, and your e-mail address is optional: add it if
          you want a reply. The owner of the page doesn’t learn who you are.
        </p>
        <p>You’ll get a report number, such as R-7K2M-9QXD. Quote it if you ask about your report.</p>
        <p>If someone is in danger right now, call the police first.</p>
      </>
    ),
  },
  {
    slug: "your-own-instance",
    chapter: "Technology",
    title: "Run your own instance",
    summary: "One program, one command: what it needs, where it keeps data, and how to back it up.",
    keywords:
      "self host selfhost install server npm docker postgres database backup upgrade proxy settings smtp founder limits plans",
    body: (
      <>
        <p>
          All you need is Node 20 or newer. <code>npm start</code> installs, builds and runs everything on
          port 3000. The first account to sign up becomes the founder.
        </p>
        <ul>
          <li>
            Everything is in the <code>data</code> folder. To back it up, stop the program and copy the
            folder.
          </li>
          <li>
            Set <code>PUBLIC_URL</code> to the URL people use, and <code>SMTP_URL</code> to a mail server.
            Until you do, e-mail is kept as files that the founder can read in the dashboard.
          </li>
          <li>
            Set <code>PLANS=off</code> to lift all limits and take prices off the home page.
          </li>
          <li>
            To run on several machines, set <code>DATABASE_URL</code> to a PostgreSQL server and start as many
            as you like.
          </li>
          <li>
            Behind a proxy, set <code>TRUSTED_PROXIES</code>. Otherwise every visitor seems to come from the
            same place.
          </li>
        </ul>
        <p>
          All settings are listed in <code>docs/operations/configuration.md</code>. How to run, monitor and
          upgrade it is in <code>docs/operations/running.md</code>.
        </p>
      </>
    ),
  },
  {
    slug: "api",
    chapter: "Technology",
    title: "The API",
    summary: "Everything the dashboard does, for your own programs.",
    keywords: "api rest openapi developer integration automation endpoint json curl",
    body: (
      <>
        <p>
          The dashboard runs on the API at <code>{API_PATH}</code>, so your programs can do whatever it does.
          Read the reference at <a href={PATHS.apiDocs}>{PATHS.apiDocs}</a>, or point your tools at{" "}
          <a href={PATHS.apiDescription}>{PATHS.apiDescription}</a>.
        </p>
        <p>
          Create a key under <b>Settings</b>, <b>API keys</b>, choose what it may do, and send it as{" "}
          <code>Authorization: Bearer</code>. We show it once, so store it like a password. A program that
          sends an <code>Idempotency-Key</code> with a POST can safely send it again. What an endpoint doesn’t
          know, such as a mistyped field, is refused by name.
        </p>
        <p>
          Lists return <code>{'{"items", "next"}'}</code>. Errors return a code, a message, and a{" "}
          <code>request_id</code> that you can find in the server’s log. A key can make 600 calls a minute,
          and <code>RateLimit</code> headers say how many are left.
        </p>
        <p>
          Under <b>Settings</b>, <b>Webhooks</b>, you can have events sent to your own server as they happen.
          They’re signed the way{" "}
          <a href="https://www.standardwebhooks.com" rel="noreferrer">
            Standard Webhooks
          </a>{" "}
          describes, and <a href={`${PATHS.apiDocs}#webhooks`}>the API’s page</a> has code that checks it.
        </p>
      </>
    ),
  },
  {
    slug: "something-went-wrong",
    chapter: "Technology",
    title: "When something goes wrong",
    summary: "A page that won’t load, a link that won’t open, an e-mail that doesn’t arrive.",
    keywords: "error problem broken not working bug request id support mail spam failed refresh",
    body: (
      <>
        <ul>
          <li>
            <b>“Something went wrong”</b>: refresh the page. If that doesn’t help, send the request ID below
            the message to the people who run the instance. It leads them to the cause in the log.
          </li>
          <li>
            <b>“Error loading link”</b> on a page: that link has no usable URL, such as an A/B test without
            variants. The other links keep working.
          </li>
          <li>
            <b>A link doesn’t open a new tab</b>: something is blocking it, so it opens in the same tab.
          </li>
          <li>
            <b>No e-mail</b>: check your spam folder, then ask for another after a few minutes.
          </li>
          <li>
            <b>“Profile not found”</b>: the username never existed, or changed more than 90 days ago.
          </li>
        </ul>
      </>
    ),
  },
];
