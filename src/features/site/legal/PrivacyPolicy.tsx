import type { SiteHome } from "../document.tsx";
import { Contact } from "./Contact.tsx";

/** Written from the tables: what stands there is said here, and nothing else is. */
export function PrivacyPolicy({ home }: { home: SiteHome }) {
  const { instanceName } = home;
  return (
    <>
      <p>
        {instanceName} lets people publish a page with links. This text says what is stored when you visit
        such a page, when you leave your address there, and when you have an account. Questions and requests
        go to <Contact home={home} />.
      </p>
      <Visitors />
      <Fans />
      <Accounts />
      <h2>Errors and limits</h2>
      <p>
        When something fails in your browser, the error’s text and the place in our program are written to a
        log, without your name, address or mail, and without the name of the page. To stop guessing and
        floods, attempts are counted by network address (of IPv6 only the first half). Such a counter lives
        for as long as the limit lasts, an hour at most, and is removed within two.
      </p>
      <h2>Others who get data</h2>
      <p>
        Nobody, by us: no data are sold, and there is no analytics service, advertising network or map service
        behind {instanceName} itself. The place of a visitor comes from a file on our own server (
        <a href="https://db-ip.com" rel="noopener">
          IP Geolocation by DB-IP
        </a>
        ). The owner of a page, or the people who run {instanceName}, may have added a Facebook pixel or a
        Google measurement ID to a page. Then your browser asks Facebook or Google for their scripts, and they
        learn of your visit: only after you have agreed if you are in the European Economic Area, the United
        Kingdom or Switzerland, if your country is not known, or if your browser sends Do Not Track or Global
        Privacy Control. You can change your choice at the foot of the page.
      </p>
      <Rights home={home} />
    </>
  );
}

function Visitors() {
  return (
    <>
      <h2>When you visit a page</h2>
      <p>For each view of a page, and each click on one of its links, a row is stored with:</p>
      <ul>
        <li>the time, the page, and the link with the variant you were shown, if it is being tested</li>
        <li>a random number of your visit, which your browser tab makes and forgets when it is closed</li>
        <li>what your browser says of itself and the address you came from, each cut to 500 characters</li>
        <li>
          device, browser, operating system and app, as read from that, and whether it looks like a program
        </li>
        <li>country, region and city, as a local file gives them for your network address</li>
      </ul>
      <p>
        <b>Your network (IP) address is not stored with it.</b> It is used while your request is answered, to
        find the place and to make a code by which visitors of one day are told apart. The code is a hash with
        a random salt; the salt is thrown away when the day is over, and from then on nobody, including us,
        can connect the code with you or with another day. We do this to give the owner of the page true
        numbers (Art. 6 (1) f GDPR). The rows are kept for as long as the page exists; they are deleted with
        it.
      </p>
      <p>
        If an app’s own browser was left by the way that the page offered, a count goes up by one for that
        day. Nothing of you is stored with it.
      </p>
    </>
  );
}

function Fans() {
  return (
    <>
      <h2>When you fill in a form on a page</h2>
      <p>
        The owner of the page gets your name, your e-mail address and, where you gave it, your telephone
        number. Stored beside them are your country, the site you came from, the time, and word by word the
        sentence that you agreed to, as a proof of it (Art. 6 (1) a GDPR). The owner of the page decides what
        happens with them and is the one to ask; we keep them on the owner’s behalf until the owner deletes
        them or the page is gone.
      </p>
      <h2>When you report a page</h2>
      <p>
        We keep which page it is about, your reason and words, a number, and your e-mail address if you gave
        one. The owner of the page does not get them.
      </p>
    </>
  );
}

function Accounts() {
  return (
    <>
      <h2>When you have an account</h2>
      <ul>
        <li>
          Your name, your e-mail address and whether it is confirmed, and your password as a hash that cannot
          be turned back. Passkeys and keys for a second factor, if you use them.
        </li>
        <li>Your sessions: when each began and ends, and the browser it is in. No network address.</li>
        <li>
          Your profiles, links and settings, and the pictures you upload, without what the camera wrote into
          them.
        </li>
        <li>How much data your pages have caused to be sent, as sums.</li>
        <li>
          Whose referral link you followed, if you did: the code, the time, the page and the site before, in
          your own browser for 30 days.
        </li>
      </ul>
      <p>
        We need them to do what you signed up for (Art. 6 (1) b GDPR). A deleted profile can be brought back
        for 30 days and is then removed with its links and numbers.
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
        use. Write to <Contact home={home} />; you get an answer within a month. You may also complain to the
        data protection authority of the place where you live. For what a page’s form has collected, please
        ask the owner of the page first.
      </p>
      <p>
        Which entries your browser keeps for this site is listed in the{" "}
        <a href="/cookie-policy">Cookie Policy</a>.
      </p>
      <h2>Changes</h2>
      <p>
        When this text changes in what it says, the date above changes with it, and people with an account are
        told by mail before it counts.
      </p>
    </>
  );
}
