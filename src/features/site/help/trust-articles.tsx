import type { HelpArticle } from "./article.ts";

export const TRUST_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "analytics",
    chapter: "Numbers and trust",
    title: "Read your analytics",
    summary: "What views, visitors and clicks mean, how they are counted, and how to take them with you.",
    keywords:
      "analytics statistics views visitors clicks click rate unique live country city device browser referrer app bots csv export",
    body: (
      <>
        <p>
          <b>Views</b> are openings of the page, <b>clicks</b> openings of a link, and <b>visitors</b>{" "}
          different people in a day. The click rate is clicks by views. Figures are shown for the period and
          in the time zone that you choose, and move while you look at them.
        </p>
        <p>
          Breakdowns show links, countries, regions, cities, devices, browsers, systems, the sites that people
          came from, and the apps they came by. TikTok and Instagram are recognised even where they send no
          referrer.
        </p>
        <h2>Counted with care</h2>
        <ul>
          <li>Robots and link previews are kept apart and left out unless you ask for them.</li>
          <li>A click that is sent twice, by a bad network, counts once.</li>
          <li>
            Visitors are told apart by a code whose key is thrown away every day. Somebody who comes on two
            days is counted on both, and nobody can be followed.
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
    title: "What is stored of your visitors",
    summary: "No addresses, no cookies on pages, and what there is instead.",
    keywords: "privacy gdpr dsgvo ip address cookie data protection personal anonymous hash",
    body: (
      <>
        <p>
          A view or a click is stored with its time, the page and link, the browser’s own description, the
          site before, and the country, region and city that a local file gives for the network address. The
          address itself is not stored with it, and is sent to nobody.
        </p>
        <p>
          Pages set no cookie. A number for the visit is kept in the tab’s own storage and goes with it. What
          visitors write into a lead form belongs to the owner of the page.
        </p>
        <p>
          The whole text stands in the <a href="/privacy-policy">Privacy Policy</a> and the{" "}
          <a href="/cookie-policy">Cookie Policy</a>.
        </p>
      </>
    ),
  },
  {
    slug: "reporting-a-page",
    chapter: "Numbers and trust",
    title: "Report a page",
    summary: "Tell the people who run this instance about a page that harms somebody.",
    keywords: "report abuse spam scam phishing copyright impersonation illegal dsa takedown",
    body: (
      <>
        <p>
          Use the form at <a href="/help/report">Report a page</a>. Name the page, choose what is wrong, and
          describe it if you can. You need no account, and an e-mail address only if you want an answer. The
          owner of the page does not learn who you are.
        </p>
        <p>You get a number, such as R-7K2M-9QXD. Quote it when you ask about your report.</p>
        <p>If somebody is in danger right now, call the police first.</p>
      </>
    ),
  },
  {
    slug: "your-own-instance",
    chapter: "Technology",
    title: "Run your own instance",
    summary: "One program, one command: what it needs, where it keeps things, and how to back them up.",
    keywords:
      "self host selfhost install server npm docker postgres database backup upgrade proxy settings smtp founder",
    body: (
      <>
        <p>
          The program needs Node 20 or newer and nothing else. <code>npm start</code> installs, builds and
          runs it on port 3000; the first account becomes the founder’s.
        </p>
        <ul>
          <li>
            Everything is kept in the folder <code>data</code>. To back it up, stop the program and copy the
            folder.
          </li>
          <li>
            Set <code>PUBLIC_URL</code> to the address that people use, and <code>SMTP_URL</code> to a mail
            server. Until there is one, letters are kept as files, which the founder reads in the dashboard.
          </li>
          <li>
            For several machines set <code>DATABASE_URL</code> to a PostgreSQL server and start as many as you
            like.
          </li>
          <li>
            Behind a proxy set <code>TRUSTED_PROXIES</code>, or every visitor seems to come from the same
            place.
          </li>
        </ul>
        <p>
          All settings stand in <code>docs/operations/configuration.md</code>, and how to run, watch and
          upgrade it in <code>docs/operations/running.md</code>.
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
          The dashboard itself uses the API at <code>/api/v1</code>, so whatever it can do your program can do
          too. It is described for people at <a href="/api/v1/docs">/api/v1/docs</a> and for machines at{" "}
          <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.
        </p>
        <p>
          Sign in with <code>POST /api/auth/sign-in/email</code> and send the session cookie along. Lists
          answer <code>{'{"items", "next"}'}</code>; a refusal answers a code, a sentence and a{" "}
          <code>request_id</code> that finds it in the server’s log.
        </p>
      </>
    ),
  },
  {
    slug: "something-went-wrong",
    chapter: "Technology",
    title: "When something goes wrong",
    summary: "A page that does not load, a link that does not open, a letter that does not come.",
    keywords: "error problem broken not working bug request id support mail spam failed refresh",
    body: (
      <>
        <ul>
          <li>
            <b>“Something went wrong”</b>: refresh the page. If it stays, send the request number below the
            text to whoever runs this instance; it finds the reason in the log.
          </li>
          <li>
            <b>“Error loading link”</b> on a page: that link has no usable address, such as an A/B test
            without its variants. The others keep working.
          </li>
          <li>
            <b>A link does not open a new tab</b>: a blocker is on. The same tab goes there instead.
          </li>
          <li>
            <b>No letter</b>: look into the spam folder, and ask for another one after a few minutes.
          </li>
          <li>
            <b>“Profile not found”</b>: the name has changed more than 90 days ago, or never existed.
          </li>
        </ul>
      </>
    ),
  },
];
