import type { HelpArticle } from "./article.ts";

export const START_ARTICLES: readonly HelpArticle[] = [
  {
    slug: "getting-started",
    chapter: "First steps",
    title: "Your first page in five minutes",
    summary: "Sign up, make a profile, add links, and put the address into your bio.",
    keywords: "begin start sign up register account new bio tutorial",
    body: (
      <>
        <ol>
          <li>
            Choose <b>Sign In</b>, then <b>Sign up</b>. A name, an e-mail address and a password are enough;
            no card is asked for.
          </li>
          <li>
            Choose <b>Create a profile</b> and give it a name. The address of your page is made from it: lower
            case, letters and digits only, so <i>Nora Sings</i> becomes <code>/norasings</code>.
          </li>
          <li>
            Add links: a title and an address each. <code>https://</code> is put in front where you leave it
            out.
          </li>
          <li>
            Open the profile for its picture, name, words about you and colours. The phone beside the form
            shows the page as visitors will get it.
          </li>
          <li>Copy the page’s address into the bio of your social accounts.</li>
        </ol>
        <p>
          What you change is on the page at once. You can go on without having confirmed your e-mail address;
          the letter with the link waits in your mailbox.
        </p>
      </>
    ),
  },
  {
    slug: "profiles",
    chapter: "First steps",
    title: "Profiles: make, copy, pause and bring back",
    summary:
      "What a profile is, how many you can have, and what happens when you switch one off or delete it.",
    keywords:
      "profile limit slots duplicate copy delete restore trash inactive deactivate username rename unavailable",
    body: (
      <>
        <p>
          A profile is one public page with its own address, look and links. A free account has 10 active
          ones. When all slots are taken, making another is refused until you switch one off or delete it.
        </p>
        <h2>Switch off</h2>
        <p>
          An inactive profile keeps everything, but visitors see <i>Profile Unavailable</i>, and search
          engines are told to forget the page. Switch it on again whenever you like. Inactive profiles cannot
          be selected for work.
        </p>
        <h2>Copy</h2>
        <p>
          <b>Duplicate</b> makes a new profile with the same look and the same links, under a name of its own.
          Clicks are not copied.
        </p>
        <h2>Delete and restore</h2>
        <p>
          A deleted profile stays in the trash for 30 days and can be brought back from there with its links.
        </p>
        <h2>Another address</h2>
        <p>
          In <b>Address</b> you can choose any free name of up to 30 letters and digits. The old name leads to
          the new one for 90 days, and nobody else can take it in that time.
        </p>
      </>
    ),
  },
  {
    slug: "plans-and-limits",
    chapter: "First steps",
    title: "Plans, prices and limits",
    summary: "What is free, what premium adds, and how the volume price is worked out.",
    keywords: "price pricing cost free premium units billing volume discount limit slots",
    body: (
      <>
        <p>
          <b>Free</b> has 10 profiles, up to 5 links on each, and basic analytics. <b>Premium</b> has
          unlimited profiles, 25 links for every unit over the whole account, advanced analytics, custom
          domains and priority support.
        </p>
        <p>
          A unit costs $3.00 up to 10 units, $2.75 from 11, $2.50 from 26, $2.25 from 51 and $2.00 from 101.
          The price of the step that you reach counts for all units. Where a few more units cost less than the
          number you asked for, you get the larger number for the smaller sum: 25 units would be $68.75, so
          you get 26 for $65.00.
        </p>
        <p>
          Nothing is deleted when a plan ends. Pages stay up; what is over the limit can be read and removed,
          but not added to.
        </p>
        <p>
          The <a href="/#pricing">price calculator</a> shows the exact total for any number.
        </p>
      </>
    ),
  },
  {
    slug: "account",
    chapter: "First steps",
    title: "Sign in, passwords and your account",
    summary: "Confirm your address, choose a new password, and why a sign-in may have to wait.",
    keywords:
      "login log in password forgot reset verify email confirm session security locked too many attempts",
    body: (
      <>
        <h2>A new password</h2>
        <p>
          Choose <a href="/forgot-password">Forgot password</a> and enter your address. If it has an account,
          a letter with a link arrives. Using the link signs you out everywhere else.
        </p>
        <h2>Confirm your address</h2>
        <p>
          You can build and publish at once. Confirming shows that letters reach you; ask for another letter
          from the line at the top of the dashboard.
        </p>
        <h2>Too many attempts</h2>
        <p>
          After several wrong passwords the sign-in waits for a few minutes. That keeps others from guessing;
          it ends by itself, and a new password through the letter works in the meantime.
        </p>
        <h2>Staying signed in</h2>
        <p>
          You stay signed in for 30 days after your last visit. Sign out from the menu on a device that others
          use.
        </p>
      </>
    ),
  },
];
