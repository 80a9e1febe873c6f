import type { SiteHome } from "../document.tsx";
import { Contact } from "./Contact.tsx";

export function Terms({ home }: { home: SiteHome }) {
  const { instanceName } = home;
  return (
    <>
      <p>
        These terms hold between you and the people who run {instanceName} at {home.publicUrl}. By making an
        account you agree to them. Visiting a page needs no account and no agreement.
      </p>
      <h2>What you get</h2>
      <p>
        Pages at an address of your own with links, statistics and the other features that the site describes.
        The free plan has 10 profiles with up to 5 links each. We work to keep pages up at all times, but a
        service without any failure cannot be promised.
      </p>
      <h2>Your account</h2>
      <p>
        Give an e-mail address that reaches you, keep your password to yourself, and tell us when somebody
        else has got hold of it. You have to be 16 years or older, or have your parents’ agreement. One person
        or company may have one free account.
      </p>
      <h2>Your content</h2>
      <p>
        What you put on your pages stays yours. You allow us to store it and show it to visitors for as long
        as it is there. You answer for it: that you may use the pictures and words, and that the addresses
        lead where you say.
      </p>
      <NotAllowed />
      <h2>Fans’ data</h2>
      <p>
        For names and addresses that your form collects you are the one who is responsible in law, and we keep
        them on your behalf. Use them only for what your form said, let people leave with one click, and
        delete what they ask you to delete. If you add a Facebook pixel or a Google measurement ID, their
        terms hold too.
      </p>
      <h2>Prices</h2>
      <p>
        Premium is sold in units at the prices on the <a href="/#pricing">home page</a>. The price of the step
        that you reach counts for all units; where a larger number costs less, you are billed and given the
        larger number. When a paid plan ends nothing is deleted: pages stay up, and what is over the free
        limits can be read and removed, but not added to.
      </p>
      <h2>Referrals</h2>
      <p>
        When somebody signs up by your link and makes a first profile, both of you get 10 profile slots.
        Referring yourself does not count, and neither do accounts that exist only for the reward.
      </p>
      <h2>Leaving</h2>
      <p>
        You can take your data with you and delete your profiles at any time. To have the whole account
        deleted, write to <Contact home={home} />. We may end an account with 30 days’ notice, and at once
        where it breaks the rules above in a serious way.
      </p>
      <h2>Liability</h2>
      <p>
        We answer for harm that we cause on purpose or by gross negligence, and wherever the law does not let
        us answer for less. Otherwise we do not answer for lost profit or for what a link leads to. Nothing
        here takes away rights that you have as a consumer in your country.
      </p>
      <h2>Changes</h2>
      <p>
        When these terms change, you are told by mail at least 30 days before. If you do not agree you can
        leave before that day.
      </p>
    </>
  );
}

function NotAllowed() {
  return (
    <>
      <h2>What is not allowed</h2>
      <ul>
        <li>
          deceiving visitors: phishing, malware, false countdowns for things that do not end, pretending to be
          somebody else
        </li>
        <li>content that is against the law, that harms children, or that calls for hatred or violence</li>
        <li>adult content without the warning that the page offers for it</li>
        <li>other people’s works or marks without their permission</li>
        <li>getting around limits, attacking the service, or loading it with programs</li>
      </ul>
      <p>
        Anybody can <a href="/help/report">report a page</a>. Where a report is right we switch the page off,
        and tell its owner the reason and how to object, unless the law forbids it.
      </p>
    </>
  );
}
