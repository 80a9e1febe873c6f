import { OLD_USERNAME_DAYS, RESTORE_DAYS } from "#src/features/pages/profiles/rules.ts";
import { EXPORT_DAYS, GRACE_DAYS } from "#src/features/reach/account-data/rules.ts";
import { FRAUD_SIGNAL_DAYS } from "#src/features/reach/referrals/rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import { EVENT_DAYS_KEPT } from "#src/platform/events/events.ts";
import type { SiteHome } from "../document.tsx";
import { Contact } from "./Contact.tsx";

/**
 * Written from the tables: it covers exactly what they store. The list of other recipients follows from the
 * configuration.
 */
export function PrivacyPolicy({ home }: { home: SiteHome }) {
  const { instanceName } = home;
  return (
    <>
      <p>
        {instanceName} lets people publish pages of links. This policy explains what is stored when you visit
        such a page, leave your e-mail address there, or have an account.
        <Contact home={home} />
      </p>
      <Visitors />
      <Fans />
      <Accounts />
      <h2>Errors and limits</h2>
      <p>
        When something fails in your browser, the error and the place in our program where it happened are
        logged, without your name, e-mail address or IP address, and without the name of the page. To stop
        password guessing and floods, attempts are counted by IP address (for IPv6, only its first half). A
        counter lasts as long as its limit, usually an hour and never more than a day, and is removed soon
        after.
      </p>
      <Others home={home} />
      <Rights home={home} />
    </>
  );
}

function Others({ home: { instanceName, offersGoogle, sellsPremium, sendsPush } }: { home: SiteHome }) {
  return (
    <>
      <h2>Who else gets data</h2>
      <p>
        We sell no data, and {instanceName} itself uses no analytics service, advertising network or map
        service. A visitor’s place comes from a file on our own server (
        <a href="https://db-ip.com" rel="noopener">
          IP Geolocation by DB-IP
        </a>
        ). These get what they need, and nothing else:
      </p>
      <ul>
        <li>the mail servers that our e-mail, and the e-mail of page owners, passes through</li>
        {offersGoogle && <li>Google, if you sign in with it or send e-mail through your Gmail account</li>}
        {sellsPremium && (
          <li>
            Stripe, if you buy premium: your e-mail address and the ID of your account here. You enter your
            card there, so we never see its number.
          </li>
        )}
        {sendsPush && (
          <li>
            the push service of your browser’s maker, if you turn on notifications on a device. It can’t read
            them.
          </li>
        )}
        <li>
          programs that the owner of a page has connected. They can be told at once when someone signs up or
          unsubscribes, for example.
        </li>
      </ul>
      <p>
        The owner of a page, or whoever runs {instanceName}, may have added a Facebook pixel or a Google
        measurement ID. Your browser then requests their scripts, and they learn about your visit. In the
        European Economic Area, the United Kingdom and Switzerland, when your country is unknown, and when
        your browser sends Do Not Track or Global Privacy Control, that happens only after you agree. You can
        change your mind at the bottom of the page.
      </p>
    </>
  );
}

function Visitors() {
  return (
    <>
      <h2>When you visit a page</h2>
      <p>For each view of a page, and each click on one of its links, we store:</p>
      <ul>
        <li>the time, the page, the link, and which variant you got if the link is being tested</li>
        <li>a random number for your visit, which your browser tab makes and forgets when you close it</li>
        <li>
          how your browser identifies itself and the URL you came from, each cut off after 500 characters
        </li>
        <li>
          the device, browser, operating system and app this suggests, and whether it looks like a bot or a
          flood
        </li>
        <li>the country, region and city that a local file gives for your IP address</li>
      </ul>
      <p>
        <b>Your IP address is not stored with it.</b> We use it while answering your request, to find your
        place and to make a code that tells one day’s visitors apart. The code is a hash with a random salt.
        The salt is thrown away when the day is over, and from then on nobody, including us, can connect the
        code with you or with another day. We do this to give the owner of the page honest numbers (Art. 6 (1)
        f GDPR). These rows are kept as long as the page exists, and are deleted with it.
      </p>
      <p>
        If you leave an app’s browser the way the page offered, a counter for that day goes up by one. Nothing
        about you is stored with it.
      </p>
    </>
  );
}

function Fans() {
  return (
    <>
      <h2>When you fill in a form on a page</h2>
      <p>
        The owner of the page gets your name, your e-mail address and, if you gave it, your phone number. With
        them we store your country, the time zone that your browser names, the site you came from, the time,
        and the exact sentence you agreed to, as proof of your consent (Art. 6 (1) a GDPR). The owner of the
        page decides how they are used and is the person to ask. We keep them on the owner’s behalf until the
        owner deletes them or the page is gone. They also see what you opened on the page in the same visit.
        If the form promises a download, we e-mail you the link.
      </p>
      <h2>When you get e-mail from the owner of a page</h2>
      <p>
        For each message, we store when it was sent and what became of it: whether it arrived, came back, was
        answered or reported as spam, or made you unsubscribe. If the owner has chosen to count opens and
        clicks of each person, we also store whether and when you opened it and which of its links you
        clicked, with the country and the kind of device. If the owner counts them only in total, nothing says
        that it was you. Its pictures and links lead through our server in both cases. Your IP address isn’t
        stored.
      </p>
      <p>
        Every message has a link that works without signing in. There, you can unsubscribe, pause, ask for a
        copy of what’s known about you, or have it erased. A hash of your e-mail address stays, so that nobody
        can add you again.
      </p>
      <h2>When you report a page</h2>
      <p>
        We keep which page it’s about, your reason, what you wrote, a report number, and your e-mail address
        if you gave one. The owner of the page doesn’t see any of it.
      </p>
    </>
  );
}

function Accounts() {
  return (
    <>
      <h2>When you have an account</h2>
      <p>We store:</p>
      <ul>
        <li>
          your name, your e-mail address, whether you have confirmed it, and your password as a hash that
          can’t be reversed
        </li>
        <li>
          if you set them up, your passkeys’ public keys, the sealed secret of your authenticator app, hashes
          of your recovery codes, and the ID of your Google account
        </li>
        <li>
          your sessions: when each one started, was last used and ends, in which browser, and in which country
          and city it started, but no IP address
        </li>
        <li>your profiles, links and settings, and whose teams you’re in</li>
        <li>
          your activity log: what was done in your account, by whom, when and how, for {EVENT_DAYS_KEPT} days
        </li>
        <li>the pictures you upload or link to, without what the camera recorded in them</li>
        <li>how much data your pages have sent, as totals</li>
        <li>
          whose referral link you followed, if any: the code, the time, the page and the site before, in your
          own browser for 30 days. Once you sign up, keyed hashes of your browser’s properties and your IP
          address show for {FRAUD_SIGNAL_DAYS} days if someone has referred themselves.
        </li>
      </ul>
      <p>
        We need this to provide what you signed up for (Art. 6 (1) b GDPR). A deleted profile can be restored
        for {RESTORE_DAYS} days. After that, it’s gone for good, with its links and statistics.
      </p>
      <p>
        Under Settings, you can download everything in your account, with a link that works for {EXPORT_DAYS}{" "}
        days, and delete it. Your pages go offline at once. For {GRACE_DAYS} days, you can change your mind.
        After that, everything is erased for good, and your usernames stay reserved for {OLD_USERNAME_DAYS}{" "}
        days.
      </p>
    </>
  );
}

function Rights({ home }: { home: SiteHome }) {
  return (
    <>
      <h2>Your rights</h2>
      <p>
        You may ask what is stored about you, have it corrected, deleted or handed over, and object to its
        use. You’ll get an answer within a month. You may also complain to the data protection authority where
        you live. For anything a page’s form has collected, please ask the owner of the page first.
        <Contact home={home} />
      </p>
      <p>
        The <a href={PATHS.cookies}>Cookie Policy</a> lists everything this instance keeps in your browser.
      </p>
      <h2>Changes</h2>
      <p>When this policy changes, so does the date at the top.</p>
    </>
  );
}
